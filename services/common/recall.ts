/** Answers kept by the content of what was asked: a client that tries again costs a look-up. */
import { hash } from 'blake3-wasm';

/**
 * @param maxCharacters of all answers kept; beyond it those not asked for longest go
 * @returns a function that gives the answer to a question, computed only where it is not at hand; a failure is not kept
 */
export function recall(maxCharacters: number): (question: string, compute: () => string | Promise<string>) => Promise<string> {
  const answers = new Map<string, string>();
  let characters = 0;
  return async (question, compute) => {
    const key = hash(question).toString('hex');
    const known = answers.get(key);
    const answer = known ?? (await compute());
    // A map keeps the order of insertion: what was asked last is moved to its end.
    if (answers.delete(key)) characters -= answer.length;
    answers.set(key, answer);
    characters += answer.length;
    for (const [oldest, { length }] of answers) {
      if (characters <= maxCharacters) break;
      answers.delete(oldest);
      characters -= length;
    }
    return answer;
  };
}
