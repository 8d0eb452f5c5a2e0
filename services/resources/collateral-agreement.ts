import { z } from 'zod';
import { currency } from './currency.js';
import { type DocumentOf, resource } from './resource.js';

const MAX_AMOUNT = 1e15;
const MAX_MARGIN_BUSINESS_DAYS = 250;

const amount = (description: string) => z.number().nonnegative().max(MAX_AMOUNT).meta({ description });

/** The fields that callers write: `collateral` of xva/calculate, with the currency of its amounts. */
export const collateralAgreementFields = z
  .strictObject({
    currency: currency.meta({ description: 'Currency of the amounts, ISO 4217' }),
    threshold: amount('Exposure above which collateral is called'),
    minimumTransfer: amount('Smallest amount that is transferred'),
    marginPeriodDays: z
      .int()
      .min(0)
      .max(MAX_MARGIN_BUSINESS_DAYS)
      .meta({ description: 'Calendar days from the last margin call that is met to the close-out' }),
    initialMargin: amount('Initial margin that is held, whatever the exposure').optional(),
  })
  .meta({ id: 'CollateralAgreementFields', description: 'The credit support annex of a netting set' });

/** The collateral agreement of a netting set, under the id of the netting set. */
export const collateralAgreements = resource({
  collection: 'collateral_agreements',
  idPrefix: '',
  schema: collateralAgreementFields.extend({ nettingSetId: z.string() }),
  naturalId: ({ nettingSetId }) => nettingSetId,
  access: 'callers',
});

export type CollateralAgreement = DocumentOf<typeof collateralAgreements>;
