import { EngineFailure } from '#engine';

/**
 * The body of a request that crossed as JSON, to be validated by the schema of its operation.
 *
 * @throws EngineFailure `invalid` where the text is not JSON
 */
export function parseBody(bodyJson: string): unknown {
  try {
    return JSON.parse(bodyJson);
  } catch {
    throw new EngineFailure('invalid', 'the body is not JSON');
  }
}
