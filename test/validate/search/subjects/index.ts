/** All subjects of the search. */
import type { Subject } from '../subject.js';
import { bookSubjects } from './books.js';
import { calibrationSubjects } from './calibrations.js';
import { contractSubjects } from './contracts.js';
import { datedExposureSubjects } from './dated-exposures.js';
import { deltaSurfaceSubjects } from './delta-surfaces.js';
import { exposureSubjects } from './exposures.js';
import { hedgeSubjects } from './hedges.js';
import { instrumentBookSubjects } from './instrument-books.js';
import { noteSubjects } from './notes.js';
import { pricerSubjects } from './pricers.js';
import { rateVolatilitySubjects } from './rate-volatilities.js';
import { storedSubjects } from './stored.js';
import { valueAtRiskSubjects } from './value-at-risk.js';
import { vanillaSubjects } from './vanilla.js';
import { xvaSubjects } from './xva.js';
import { xvaSensitivitySubjects } from './xva-sensitivities.js';

export const subjects: readonly Subject[] = [
  ...vanillaSubjects,
  ...bookSubjects,
  ...instrumentBookSubjects,
  ...valueAtRiskSubjects,
  ...hedgeSubjects,
  ...calibrationSubjects,
  ...deltaSurfaceSubjects,
  ...contractSubjects,
  ...noteSubjects,
  ...storedSubjects,
  ...exposureSubjects,
  ...datedExposureSubjects,
  ...xvaSubjects,
  ...xvaSensitivitySubjects,
  ...pricerSubjects,
  ...rateVolatilitySubjects,
];
