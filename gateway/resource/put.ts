/** Writes a document that may or may not be there, by compare and set, so that no concurrent write is lost. */
import { setTimeout } from 'node:timers/promises';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { httpFailure } from '../contract/errors.js';

export interface Put {
  /** The document as it is; undefined: none. */
  readonly find: () => Promise<Document__Output | undefined>;
  readonly create: () => Promise<Document__Output>;
  readonly replace: (found: Document__Output) => Promise<Document__Output>;
}

/** Another writer may come in between each time; so many in a row mean that something else is wrong. */
const MAX_PUT_ATTEMPTS = 50;

/**
 * Longest pause after the first attempt, and after any. Writers that try again at once overtake each other in step: twenty of them make 420
 * calls to a store of 2 ms per call, and some 220 where each waits.
 */
const PAUSE_MS = 10;
const MAX_PAUSE_MS = 100;

/** What a write that another one has overtaken fails with: taken, gone, or of another version. */
const OVERTAKEN = ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003'];

export async function putDocument({ find, create, replace }: Put): Promise<Document__Output> {
  for (let attempt = 1; ; attempt++) {
    try {
      const found = await find();
      return await (found === undefined ? create() : replace(found));
    } catch (error) {
      if (!OVERTAKEN.includes(httpFailure(error).code) || attempt === MAX_PUT_ATTEMPTS) throw error;
      await setTimeout(Math.random() * Math.min(attempt * PAUSE_MS, MAX_PAUSE_MS));
    }
  }
}
