import { expect } from 'chai';
import { identities, pricers } from '#engine';
import { MODEL_BASIS } from '#gateway/validation/assumptions';
import type { ReferenceCase } from '#gateway/validation/cases';
import { validationReportHtml } from '#gateway/validation/html';
import { asMarkdown } from '#gateway/validation/markdown';
import { type CaseOutcome, errorRatio, outcomeOf, resultOf, withoutNumber } from '#gateway/validation/outcome';
import { reportOf } from '#gateway/validation/report';
import type { Monitoring } from '#gateway/validation/sections';
import type { Approval } from '#services/resources/approval';
import type { ValidationRun } from '#services/resources/validation-run';

const aCase = (fields: Partial<ReferenceCase> = {}): ReferenceCase => ({
  ...{ id: 'one', table: 'digital', pricerId: 'p', source: 'Hull <10th>', method: 'closed form', depth: 'quick' },
  ...{ kind: 'price', operation: 'priceWithEngine', result: { value: '/price' } },
  ...{ request: { instrument: { strike: 100, time: 1 }, market: { spot: 90 } }, expected: 10, tolerance: { abs: 0.1, why: 'rounding' } },
  ...fields,
});

describe('the outcome of a reference case', () => {
  it('passes within the larger of the absolute and the relative tolerance, and standard errors besides', () => {
    const passes = (tolerance: Partial<ReferenceCase['tolerance']>, price: number, standardError?: number) =>
      outcomeOf(aCase({ tolerance: { why: '', ...tolerance } }), { price, ...(standardError !== undefined && { standardError }) }).passed;
    expect([passes({ abs: 0.125 }, 10.125), passes({ abs: 0.125 }, 10.126), passes({ abs: 0.125 }, 9.875)]).to.deep.equal([
      true,
      false,
      true,
    ]);
    expect([passes({ rel: 0.1 }, 11), passes({ rel: 0.1, abs: 0.5 }, 11), passes({ rel: 0.01, abs: 0.5 }, 11)]).to.deep.equal([
      true,
      true,
      false,
    ]);
    expect([passes({ abs: 0.125, standardErrors: 4 }, 10.5, 0.1), passes({ abs: 0.125, standardErrors: 4 }, 10.5)]).to.deep.equal([
      true,
      false,
    ]);
    expect(passes({ abs: 1e9 }, Number.NaN)).to.equal(false);
    expect([passes({}, 10), passes({}, 10.000001)], 'without any tolerance').to.deep.equal([true, false]);
  });

  it('counts, and names the one with the largest error for its tolerance', () => {
    const outcomes = [
      outcomeOf(aCase({ id: 'near', tolerance: { abs: 1, why: '' } }), { price: 10.5 }),
      outcomeOf(aCase({ id: 'far', tolerance: { abs: 0.1, why: '' } }), { price: 10.2 }),
      withoutNumber(aCase({ id: 'none' }), 'refused'),
    ];
    const { worst, ...counts } = resultOf('p', { pricerVersion: 3, fingerprint: 'fp' }, outcomes);
    expect(counts).to.deep.equal({ pricerId: 'p', pricerVersion: 3, fingerprint: 'fp', cases: 3, passed: 1, failed: 2 });
    expect(worst).to.include({ case: 'far', tolerance: 0.1 });
    expect(errorRatio(outcomes[0]!)).to.equal(0.5);
  });
});

/** Monitoring of a tenant that has priced nothing. */
const UNUSED: Monitoring = { uses: [], reviews: [], overlays: [], receipts: 0, now: 0 };

describe('a validation report', () => {
  const cases = [
    aCase(),
    aCase({ id: 'two | <b>', request: { instrument: { strike: 120, time: 2 }, market: { spot: 90 } } }),
    ...Array.from({ length: 4 }, (_, index) => aCase({ id: `sim ${index}`, tolerance: { standardErrors: 4, why: '' } })),
    aCase({ id: 'refused' }),
  ];
  const outcomes: CaseOutcome[] = [
    outcomeOf(cases[0]!, { price: 10.05 }),
    outcomeOf(cases[1]!, { price: 12 }),
    // Errors of 0.5, 1.5, 2.5 and 3.5 standard errors.
    ...[0.5, 1.5, 2.5, 3.5].map((errors, index) => outcomeOf(cases[index + 2]!, { price: 10 + errors * 0.01, standardError: 0.01 })),
    withoutNumber(cases[6]!, 'out of <domain>'),
  ];
  const result = resultOf('p', { pricerVersion: 2, fingerprint: 'fp:2' }, outcomes);
  const run = (fields: object = {}) =>
    ({
      id: 'val_2',
      createdAt: 2_000,
      updatedAt: 9_000,
      endedAt: 8_000,
      depth: 'quick',
      results: [result],
      ...fields,
    }) as unknown as ValidationRun;
  const pricer = (id: string, fingerprint: string) =>
    ({ id, version: 2, fingerprint, sources: 'ab', status: 'experimental', summary: 'A <pricer>' }) as never;
  const decided = {
    ...{ pricerId: 'p', fromStatus: 'experimental', toStatus: 'retired', reason: 'an <error>', createdBy: 'usr_1' },
    decision: { decision: 'approve', comment: 'seen', by: 'usr_2', at: 5_000 },
  } as unknown as Approval;
  const report = reportOf({
    ...{
      run: run({ createdBy: 'usr_1' }),
      outcomes,
      cases: [...cases, aCase({ id: 'slow', depth: 'full' }), aCase({ pricerId: 'other' })],
    },
    ...{
      engineVersion: '0.1.0',
      monitoring: UNUSED,
      approvals: [decided, { ...decided, pricerId: 'other' }, { ...decided, decision: undefined }],
    },
    subjects: [pricer('p', 'fp:2'), pricer('other', 'fp:9'), pricer('bare', 'fp:8')],
    earlier: [run(), run({ id: 'val_1', createdAt: 1_000, results: [{ ...result, fingerprint: 'fp:1', pricerVersion: 1 }] })],
  });

  it('states verdict, coverage of the error bars, tested ranges, changes and limits', () => {
    expect(report).to.include({ validationRunId: 'val_2', passed: false, cases: 7, failed: 2, endedAt: '1970-01-01T00:00:08.000Z' });
    const [only] = report.pricers;
    expect(only).to.include({ pricerId: 'p', version: 2, status: 'experimental', current: true, passed: false });
    // Four normal errors have P(0 within one standard error) = 1 %, P(2 or fewer within two) = 1.2 %, P(3 or fewer within three) = 1.1 %.
    const expected = [
      [0.25, 1],
      [0.75, 1],
      [1, 1],
    ];
    expect(only!.coverage).to.deep.equal({ cases: 4, within: [0.25, 0.5, 0.75], expected });
    expect(only!.tested).to.deep.equal([
      { input: 'strike', from: 100, to: 120 },
      { input: 'time', from: 1, to: 2 },
      { input: 'spot', from: 90, to: 90 },
    ]);
    expect(only!.changes[0]).to.include('val_1').and.to.include('tested version 1; now 2');
    expect(only!.changes[1]).to.equal(
      '1970-01-01T00:00:05.000Z: the change from experimental to retired, requested by usr_1 (“an <error>”), was approved by usr_2 (“seen”).',
    );
    expect(only!.changes).to.have.length(2);
    expect(report.limits.slice(-2)).to.deep.equal(['Not tested in this run: other.', 'No reference cases are shipped for: bare.']);
    expect(report.startedBy).to.equal('usr_1');
    expect(only!.cases.find(({ id }) => id === 'refused')).to.deep.include({ passed: false, reason: 'out of <domain>', ratio: null });
  });

  it('names what failed, what nearly failed, error bars that are too small and what was not run as findings', () => {
    expect(report.findings).to.deep.equal([
      'p: 2 of 7 cases failed: two | <b>, refused.',
      'p: the error bars are too small: 50.0 % of the errors are within 2 standard errors, where 95.5 % are expected.',
      'p: the error bars are too small: 75.0 % of the errors are within 3 standard errors, where 99.7 % are expected.',
      'p: 1 of its 8 cases not run; a full run has those that need a simulation or a grid.',
    ]);
    const near = outcomeOf(cases[0]!, { price: 10.095 });
    const passed = reportOf({
      ...{
        run: run({ results: [resultOf('p', { pricerVersion: 2, fingerprint: 'fp:2' }, [near])] }),
        outcomes: [near],
        cases: [cases[0]!],
      },
      ...{ engineVersion: '0.1.0', approvals: [], monitoring: UNUSED, earlier: [], subjects: [pricer('p', 'fp:3')] },
    });
    expect(passed.findings).to.deep.equal([
      'p: the error is above 90 % of its tolerance in one.',
      'p has another version than the one that was tested: test it again.',
    ]);
    expect(asMarkdown({ ...passed, findings: [] })).to.include('Nothing failed or came near its tolerance');
  });

  it('states what every pricer of the registry assumes, and the limitations of it', () => {
    expect(Object.keys(MODEL_BASIS).toSorted()).to.deep.equal(identities.map(({ id }) => id).toSorted());
    const { id } = pricers[0]!;
    const ownRun = run({ results: [{ ...result, pricerId: id }] });
    const report = reportOf({
      run: ownRun,
      outcomes,
      cases,
      engineVersion: '0.1.0',
      approvals: [],
      monitoring: UNUSED,
      earlier: [],
      subjects: [pricer(id, 'fp:2')],
    });
    for (const text of Object.values(MODEL_BASIS[id]!))
      for (const rendered of [asMarkdown(report), validationReportHtml(report)]) expect(rendered).to.include(text);
  });

  it('says so where the pricer has another version by now', () => {
    const later = reportOf({
      ...{ run: run(), outcomes, cases, engineVersion: '0.1.0', earlier: [], approvals: [], monitoring: UNUSED },
      subjects: [pricer('p', 'fp:3')],
    });
    expect(later.pricers[0]!.current).to.equal(false);
    expect(asMarkdown(later)).to.include('this report is not about it');
  });

  it('is rendered as Markdown and as HTML with a plot, and no text of a case becomes markup', () => {
    const markdown = asMarkdown(report);
    expect(markdown).to.include('# Validation report').and.to.include('## p: FAILED').and.to.include('two \\| &lt;b>');
    for (const line of markdown.split('\n').filter((each) => each.startsWith('| ') && each.includes('sim 0')))
      expect(line.split(' | ')).to.have.length(7);
    const html = validationReportHtml(report);
    expect(html.match(/<circle /g)).to.have.length(cases.length);
    expect(html).to.include('two | &lt;b&gt;').and.to.include('out of &lt;domain&gt;').and.to.include('A &lt;pricer&gt;');
    expect(markdown).to.include('\n- rounding\n').and.to.include('Method: closed form.');
    expect(html).to.include('<li>rounding</li>').and.to.include('Method: closed form.');
    expect(html).not.to.include('<b>two').and.not.to.include('NaN').and.not.to.include('undefined').and.not.to.include('Infinity');
    expect(html).not.to.match(/<script|src=|href="http/);
    // The summary leads to the part about each pricer, and what failed stands out.
    expect(html).to.include('<a href="#p">p</a>').and.to.include('<section id="p">');
    expect(html).to.include('<strong class="bad">FAILED: out of &lt;domain&gt;</strong>');
  });
});
