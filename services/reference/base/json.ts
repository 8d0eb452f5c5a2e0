import { StoreFailure } from '../../store/failure.js';

/** @throws StoreFailure `invalid` where the text is not JSON, as that of a message which lacks the field */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreFailure('invalid', 'a document must be JSON', { cause: error });
  }
}
