/** `highs` is a solver of 3.5 MB, which the bundle leaves out: hedges by linear programs have no receipt. */

export default async function loadHighs(): Promise<never> {
  throw new Error('the bundle of the engine has no solver of linear programs');
}
