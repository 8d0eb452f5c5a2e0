/** The type of a contract as requests state it: one of several forms, some of which contain other contracts. */
import type { z } from 'zod';
import type { worstOfAutocall } from './autocall.js';
import type { barrierCondition } from './barrier-condition.js';
import type { forms, vanillaCall, vanillaPut } from './forms.js';
import type { strategyContract } from './strategy.js';

/** The nested forms are written out, because a recursive type cannot be inferred. */
interface Combined {
  type: 'combined';
  specs: ContractSpec[];
}
interface Negated {
  type: 'negated';
  spec: ContractSpec;
}
interface Scaled {
  type: 'scaled';
  contract: ContractSpec;
  factor: number;
}
interface Conditional {
  type: 'conditional';
  contract: ContractSpec;
  condition: z.output<typeof barrierCondition>;
}
interface Choice {
  type: 'choice';
  left: ContractSpec;
  right: ContractSpec;
  decisionDate?: string | undefined;
  chosen?: 'left' | 'right' | undefined;
}

export type ContractSpec =
  | z.output<typeof vanillaCall>
  | z.output<typeof vanillaPut>
  | Combined
  | Negated
  | Scaled
  | Conditional
  | Choice
  | z.output<typeof strategyContract>
  | z.output<typeof worstOfAutocall>
  | z.output<(typeof forms)[number]>;

/** The form with that type, such as `Spec<'choice'>`. */
export type Spec<Type extends ContractSpec['type']> = Extract<ContractSpec, { type: Type }>;
