/** The light face of the engine in this page: it checks, describes and draws a contract as one types, without a round trip. */
import { signal } from '@preact/signals';
import type * as bundle from '#openapi/clients/verify/contract-bundle';

/** Address of the bundle, which the build fills in. */
declare const CONTRACT_ADDRESS: string;

export type Face = typeof bundle;
export type Contract = ReturnType<Face['contractSpec']['parse']>;
export type Profile = ReturnType<Face['payoffProfile']>;
export type Fault = ReturnType<Face['contractFaults']>[number];

/** Undefined until it is loaded. */
export const face = signal<Face | undefined>(undefined);

export async function loadFace(): Promise<void> {
  face.value = (await import(CONTRACT_ADDRESS)) as Face;
}
