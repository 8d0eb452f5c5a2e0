import { expect } from 'chai';
import { text } from '#services/resources/text';

describe('text that people read', () => {
  it('may be in any script, with marks and symbols of any plane', () => {
    for (const value of ['Société Générale', '三菱UFJ銀行', 'Ålandsbanken 🏦', 'a', '𝒳'.repeat(100)])
      expect(text(200).parse(value)).to.equal(value);
  });

  it('has no control character, no half of a surrogate pair, and neither nothing nor too much', () => {
    for (const value of ['', 'x'.repeat(201), 'a\u0000b', 'a\nb', '\u007f', '\ud800', 'a\udc00', '\udc00\ud800'])
      expect(text(200).safeParse(value).success, JSON.stringify(value)).to.equal(false);
  });
});
