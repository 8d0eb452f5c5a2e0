import { z } from 'zod';
import { resource } from './resource.js';
import { text } from './text.js';

/** Countries by their two-letter codes (ISO 3166-1 alpha-2). */
const COUNTRY_CODES = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
    'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
    'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ ' +
    'NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
    'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
    'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

/** True for the code of a country, in capitals. */
export const isCountry = (code: string): boolean => COUNTRY_CODES.has(code);

const LEI = /^[0-9A-Z]{18}[0-9]{2}$/;

/**
 * True for a legal entity identifier: 18 digits and capital letters, then two check digits.
 *
 * With A = 10, …, Z = 35 in place of the letters, the digits form a number that leaves 1 when divided by 97.
 *
 * @see ISO 17442-1:2020, which takes the check from ISO/IEC 7064, MOD 97-10
 */
export function isLei(text: string): boolean {
  if (!LEI.test(text)) return false;
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

const rating = z
  .strictObject({
    agency: text(100),
    grade: text(20).meta({ description: 'In the agency’s own scale, such as AA-' }),
    asOf: z.iso.date(),
  })
  .meta({ id: 'Rating', description: 'Credit rating of a counterparty by one agency' });

const counterparty = z
  .strictObject({
    name: text(200),
    lei: z
      .string()
      .length(20)
      .refine(isLei, 'must be a legal entity identifier with valid check digits (ISO 17442)')
      .optional()
      .meta({ description: 'Legal entity identifier (ISO 17442)' }),
    type: z.enum(['bank', 'corporate', 'sovereign', 'fund', 'ccp']),
    country: z
      .string()
      .length(2)
      .refine(isCountry, 'must be the two-letter code of a country (ISO 3166-1), such as DE')
      .optional()
      .meta({ description: 'Two-letter country code (ISO 3166-1)' }),
    sector: text(100).optional(),
    ratings: z.array(rating).max(50).optional(),
    status: z.enum(['active', 'suspended']).default('active'),
  })
  .meta({ id: 'CounterpartyFields', description: 'A legal entity with which trades are made' });

export const counterparties = resource({
  collection: 'counterparties',
  idPrefix: 'cpt_',
  schema: counterparty,
  filters: { name: 'prefix', type: 'equals', status: 'equals', country: 'equals', lei: 'equals' },
  sorts: ['name', 'type'],
  searchable: ['name', 'lei', 'sector'],
  access: 'callers',
  api: {
    tag: 'Counterparties',
    path: '/api/v1/counterparties',
    scope: 'xva',
    singles: ['credit_curves', 'exposure_limits'],
    singular: 'Counterparty',
    plural: 'Counterparties',
    example: {
      name: 'Example Bank AG',
      lei: '529900T8BM49AURSDO55',
      type: 'bank',
      country: 'DE',
      sector: 'Banking',
      ratings: [{ agency: 'Example Ratings', grade: 'A+', asOf: '2026-03-31' }],
    },
  },
});
