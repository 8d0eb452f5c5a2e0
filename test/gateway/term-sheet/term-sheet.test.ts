import { expect } from 'chai';
import type { PayoffProfile } from '#engine/schemas';
import type { TermSheetInput } from '#gateway/term-sheet/content';
import { termSheet } from '#gateway/term-sheet/index';
import { escapeMarkdown } from '#gateway/term-sheet/text';

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
      'html head meta title style body header h1 h2 p section table thead tbody tr th td ul li div svg line text polyline'.split(' ');
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
    expect(sheet.terms).to.deep.include(['underlying', HOSTILE]).and.to.deep.include([HOSTILE, '1, 2']);
    expect(sheet.scenarios.map(({ move }: { move: number }) => move)).to.deep.equal(
      [-0.2, 0, 0.2].map((move) => (100 * (1 + move)) / 100 - 1),
    );
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
