/** Answers of the bundle of the engine. Processes and browsers that have nothing else of the project run this file. */

/** A request as `LocalEngine.compute` takes it. */
export interface BundleRequest {
  /** The name in golden.json. */
  readonly name: string;
  readonly operationId: string;
  readonly bodyJson: string;
  readonly backend: 'webasm' | 'cpu';
}

export interface BundleAnswer {
  readonly name: string;
  readonly data?: unknown;
  /** Why it was not computed. */
  readonly error?: string;
}

/**
 * The program that computes requests, in the language of all runtimes: browsers are sent its text.
 *
 * @param bundleUrl of the bundle of the engine
 */
export async function answersOf(bundleUrl: string, requests: readonly BundleRequest[]): Promise<BundleAnswer[]> {
  const { openEngine } = await import(bundleUrl);
  const engine = openEngine();
  const answers: BundleAnswer[] = [];
  for (const { name, operationId, bodyJson, backend } of requests) {
    try {
      answers.push({ name, data: (await engine.compute(operationId, bodyJson, '2026-11-20', backend)).data });
    } catch (error) {
      answers.push({ name, error: String(error) });
    }
  }
  return answers;
}
