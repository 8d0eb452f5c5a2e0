import { expect } from 'chai';
import type { PayoffProfile } from '#engine/schemas';
import { escapeMarkdown } from '#gateway/print/text';
import type { TermSheetInput } from '#gateway/term-sheet/content';
import { formatIn, termSheet } from '#gateway/term-sheet/index';
import { termRows, withBarriersReached } from '#gateway/term-sheet/terms';

const HOSTILE = `<script>alert(1)</script>"'&]]>--> | # *b* [x](javascript:alert(1)) \`c\` <img src=x onerror=alert(1)> ![i](http://e.example/i)`;

const profile: PayoffProfile = {
  underlying: HOSTILE,
  start: { [HOSTILE]: 100 },
  points: [80, 100, 120].map((spot) => ({ spot, payoff: Math.max(spot - 100, 0) })),
};

const input: TermSheetInput = {
  product: {
    ...{ id: 'prd_1', version: 2, contentHash: 'blake3:00', name: HOSTILE, description: HOSTILE, status: 'published' },
    ...{ type: 'contract', terms: { type: 'vanilla_call', underlying: HOSTILE, strike: 100, [HOSTILE]: [1, 2] } },
  },
  today: '2026-01-05',
  described: { description: `right to buy ${HOSTILE}`, horizon: '2031-01-06', underlyings: [HOSTILE], cashflowDates: ['2031-01-06'] },
  problems: [],
  payoff: { plot: profile, scenarios: profile.points },
  contract: { type: 'vanilla_call', underlying: HOSTILE, strike: 100, expiry: '2031-01-06' },
  engineVersion: '0.1.0',
  pricers: [{ id: 'contract_gbm_mc', version: 1, fingerprint: 'fp:v1:blake3:00', status: 'ga-validated' }],
};

const bodyOf = (format: 'html' | 'markdown' | 'json', content = input): string => termSheet(format, content).body as string;

describe('a term sheet', () => {
  it('holds no markup of the texts that callers wrote, as HTML and in its plot', () => {
    const html = bodyOf('html');
    // Every tag is one of the sheet's own, and none has an attribute that runs.
    const tags = [...html.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/gi)];
    const elements =
      'html head meta title style body header h1 h2 p section table thead tbody tr th td ul ol li div svg line text polyline'.split(' ');
    for (const [, name, attributes] of tags) {
      expect(elements).to.include(name!.toLowerCase());
      expect(attributes).not.to.match(/\son\w+=|href|src|style=|javascript/i);
    }
    expect(html).not.to.include('<script').and.not.to.include('<img');
    expect(html).to.include('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;]]&gt;');
    for (const opened of ['<table', '<svg', '<section', '<tr', '<td'])
      expect(html.split(opened).length, opened).to.equal(html.split(opened.replace('<', '</')).length);
  });

  it('has every section, the payoff as a plot and its table, and rules for print', () => {
    const html = bodyOf('html');
    for (const heading of ['Parties', 'Summary', 'Terms', 'Schedule', 'Payoff', 'Scenarios', 'Risks', 'Notes', 'Manifest'])
      expect(html).to.include(`<h2>${heading}</h2>`);
    expect(html).to.include('<svg xmlns="http://www.w3.org/2000/svg"').and.to.include('@page { size: A4');
    const [, points] = /<polyline[^>]* points="([^"]*)"/.exec(html) ?? [];
    const [first, second, third] = points!.split(' ').map((pair) => pair.split(',').map(Number));
    expect([first![0]! < second![0]!, first![1], third![1]! < second![1]!]).to.deep.equal([true, second![1], true]);
    for (const value of ['prd_1', 'blake3:00', 'contract_gbm_mc', 'fp:v1:blake3:00', '0.1.0']) expect(html).to.include(value);
  });

  it('lets the page use its own style sheet and nothing else', () => {
    const { headers } = termSheet('html', input);
    expect(headers?.['Content-Security-Policy']).to.match(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; frame-ancestors 'none'$/,
    );
  });

  it('holds no markup of the texts that callers wrote, as Markdown', () => {
    const markdown = bodyOf('markdown');
    expect(markdown).not.to.match(/<[a-z/!]/i);
    // Text that a reader of Markdown would take for markup is written with a backslash.
    const text = markdown.replaceAll(/\\./g, '').replaceAll(/!\[Payoff\]\(data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+\)/g, '');
    expect(text).not.to.match(/[[\]()*`]/);
    for (const line of text.split('\n').filter((each) => each.startsWith('|'))) expect(line.split('|').length).to.be.oneOf([4, 5]);
    expect(text.split('\n').filter((line) => line.startsWith('# '))).to.have.length(1);
    expect(escapeMarkdown('a\n# b')).to.equal('a # b');
    for (const [written, shown] of [
      ['# b', '\\# b'],
      ['- b', '\\- b'],
      ['1. b', '1\\. b'],
      ['http://example.com', 'http\\://example.com'],
      ['www.example.com', 'www\\.example.com'],
      ['a@example.com', 'a\\@example.com'],
      ['[a](b) <b> `c` *d* _e_ ~f~ |', '\\[a\\]\\(b\\) &lt;b&gt; \\`c\\` \\*d\\* \\_e\\_ \\~f\\~ \\|'],
      ['coupon of 1.5% on 2027-11-22', 'coupon of 1.5% on 2027-11-22'],
    ])
      expect(escapeMarkdown(written!)).to.equal(shown);
  });

  it('is the same content as JSON', () => {
    const sheet = JSON.parse(bodyOf('json'));
    expect(sheet).to.deep.include({ title: HOSTILE, payoff: profile });
    expect(sheet.terms).to.deep.include(['Underlying', HOSTILE]).and.to.deep.include(['Strike', '100']);
    expect(sheet.scenarios.map(({ move }: { move: number }) => move)).to.deep.equal(
      [-0.2, 0, 0.2].map((move) => (100 * (1 + move)) / 100 - 1),
    );
  });

  it('names terms as people say them, with levels in per cent and amounts with their thousands apart', () => {
    expect(
      termRows({
        ...{ type: 'scaled', factor: 1000 },
        contract: {
          ...{
            type: 'worst_of_autocall',
            productType: 'phoenix',
            underlyings: ['SPX', 'NDX'],
            observationDates: ['2027-01-05', '2028-01-05'],
          },
          ...{ callBarriers: [1, 0.95], couponRate: 0.0725, memoryCoupon: true },
        },
      }),
    ).to.deep.equal([
      ['Quantity', '1\u202F000'],
      ['Form', 'Worst of autocall'],
      ['Product type', 'Phoenix'],
      ['Underlyings', 'SPX, NDX'],
      ['Observation dates', '2027-01-05, 2028-01-05'],
      ['Call barriers', '100 %, 95 %'],
      ['Coupon rate', '7.25 %'],
      ['Missed coupons are paid later', 'yes'],
    ]);
    const put = { type: 'vanilla_put', underlying: 'SPX', strike: 12345.5, expiry: '2027-01-05' };
    const barrier = { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' };
    expect(termRows({ type: 'combined', specs: [put, { type: 'conditional', contract: put, condition: barrier }] })).to.deep.equal([
      ['Part 1, form', 'Vanilla put'],
      ['Part 1, underlying', 'SPX'],
      ['Part 1, strike', '12\u202F345.5'],
      ['Part 1, expiry', '2027-01-05'],
      ['Part 2, form', 'Vanilla put'],
      ['Part 2, underlying', 'SPX'],
      ['Part 2, strike', '12\u202F345.5'],
      ['Part 2, expiry', '2027-01-05'],
      ['Part 2, barrier', '80'],
      ['Part 2, barrier is reached', 'at or below the level'],
      ['Part 2, effect of the barrier', 'the contract ends'],
    ]);
  });

  it('draws several underlyings in per cent of their start, with the barriers of the note, and names its currency', () => {
    const note = { type: 'worst_of_autocall', callBarrier: 1, couponBarrier: 0.8, protectionBarrier: 0.5, underlyings: ['SPX', 'NDX'] };
    const plot = {
      underlying: 'SPX',
      start: { SPX: 5000, NDX: 17_500 },
      points: [2500, 5000, 7500].map((spot) => ({ spot, payoff: spot })),
    };
    const html = bodyOf('html', {
      ...input,
      described: { ...input.described, underlyings: ['SPX', 'NDX'] },
      payoff: { plot, scenarios: plot.points },
      contract: note as unknown as TermSheetInput['contract'],
      parties: { currency: 'EUR', issuer: 'Example Bank' },
    });
    expect(html).to.include('Level of all underlyings at the end, per cent of their start').and.to.include('>100 %</text>');
    for (const name of ['call', 'coupon', 'protection']) expect(html).to.include(`>${name}</text>`);
    expect(html).to.include('<th scope="row">Currency of all amounts</th><td>EUR</td>').and.to.include('<td>Example Bank</td>');
    expect(html).not.to.include('Level of SPX');
  });

  it('draws beside a payoff what is paid where a barrier that is watched has been reached before', () => {
    const reached = { ...profile, points: profile.points.map(({ spot }) => ({ spot, payoff: 0 })) };
    const html = bodyOf('html', { ...input, payoff: { plot: profile, reached, scenarios: [] } });
    expect(html.match(/<polyline/g)).to.have.length(2);
    const condition = { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_in' };
    const contract = { type: 'conditional', contract: { type: 'cash', amount: 1, date: '2027-01-05' }, condition };
    expect(withBarriersReached(contract, '2026-01-05')).to.deep.equal({ ...contract, condition: { ...condition, knocked: '2026-01-05' } });
    expect(withBarriersReached({ ...contract, condition: { ...condition, monitoringDates: ['2026-06-01'] } }, '2026-01-05')).to.equal(
      undefined,
    );
  });

  it('is written in the first format that Accept names, and as HTML otherwise', () => {
    expect(formatIn('text/markdown')).to.equal('markdown');
    expect(formatIn('text/plain, Application/JSON;q=0.9, text/html')).to.equal('json');
    expect(formatIn('text/html,application/xhtml+xml,*/*;q=0.8')).to.equal('html');
    for (const accept of [undefined, '', '*/*', 'image/png']) expect(formatIn(accept)).to.equal('html');
  });

  it('says why it shows no payoff where its terms have ended', () => {
    const problems = [{ pointer: '/terms/expiry', reason: 'must not be before 2032-01-01' }];
    const { payoff: _, ...unprofiled } = input;
    const ended = { ...unprofiled, problems };
    expect(bodyOf('html', ended)).to.include('terms.expiry must not be before 2032-01-01').and.not.to.include('<svg');
    expect(JSON.parse(bodyOf('json', ended))).not.to.have.property('payoff');
  });

  it('draws payoffs that are flat, huge, tiny or negative', () => {
    for (const payoffs of [
      [0, 0],
      [5, 5],
      [-1e15, 1e15],
      [1e-12, 2e-12],
      [-3, -3],
    ]) {
      const points = payoffs.map((payoff, i) => ({ spot: 1e-6 * (i + 1), payoff }));
      const html = bodyOf('html', { ...input, payoff: { plot: { ...profile, points }, scenarios: points } });
      expect(html)
        .to.include('<polyline')
        .and.not.to.match(/NaN|Infinity/);
      expect(html.split('<line').length).to.be.below(40);
    }
  });
});
