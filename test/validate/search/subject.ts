/** A subject of the adversarial search: what draws requests of some operations, asks them, and judges the answers. */
import { Draw } from '#test/support/random';
import { type Asked, type Data, type InProcessService, Refused } from './service.js';

export interface Subject {
  readonly name: string;
  /** Operations whose numbers it judges. */
  readonly operations: readonly string[];
  /** Largest share of cases that may be refused; 0 by default: then a refusal is a finding. */
  readonly refused?: number;
  /** Draws a case and judges it. */
  judge(trial: Trial): Promise<void>;
}

/** A claim of a judge that does not hold. */
export interface Finding {
  readonly label: string;
  readonly detail: string;
  /** Distance of two numbers over its tolerance; absent where the claim is not of a distance. */
  readonly excess?: number;
}

const MAX_PATH_SEED = 1e6;

/** One case: what is drawn, what is asked, and which claims do not hold. */
export class Trial {
  readonly draw: Draw;
  readonly findings: Finding[] = [];
  /** Findings that did not come again on other paths. */
  readonly unrepeated: Finding[] = [];
  /** Requests and answers in order, as JSON texts and values. */
  readonly asked: { readonly operation: string; readonly body: unknown; readonly answer: Data }[] = [];
  claims = 0;
  readonly #service: InProcessService;
  readonly #otherPaths: boolean;

  /** @param otherPaths simulations take other paths than the same case takes without it */
  constructor(service: InProcessService, seed: number, otherPaths = false) {
    this.#service = service;
    this.#otherPaths = otherPaths;
    this.draw = new Draw(seed);
  }

  /** @throws Refused where the answer is a failure */
  async ask(operation: string, body?: object, fields?: Asked): Promise<Data> {
    const answer = await this.#service.ask(operation, body, fields);
    this.asked.push({ operation, body, answer });
    return answer;
  }

  async askInBlocks(operation: string, body: object): Promise<Data> {
    const answer = await this.#service.askInBlocks(operation, body);
    this.asked.push({ operation, body, answer });
    return answer;
  }

  /** The price of a pricer by its id. */
  async price(pricerId: string, request: object): Promise<Data> {
    return this.ask('priceWithEngine', { pricerId, ...request });
  }

  uniform = (low: number, high: number): number => low + (high - low) * this.draw.uniform();
  sign = (): 1 | -1 => (this.draw.chance(0.5) ? 1 : -1);
  optionType = (): 'call' | 'put' => (this.draw.chance(0.5) ? 'call' : 'put');
  whole = (low: number, high: number): number => low + Math.floor((high - low + 1) * this.draw.uniform());

  /** The seed of a simulation. */
  pathSeed = (): number => this.whole(1, MAX_PATH_SEED) + (this.#otherPaths ? MAX_PATH_SEED : 0);

  find(label: string, detail: string, excess?: number): void {
    this.findings.push({ label, detail, ...(excess !== undefined && { excess }) });
  }

  /** |actual − expected| ≤ tolerance. */
  close(label: string, actual: number, expected: number, tolerance: number): void {
    this.claims += 1;
    const distance = Math.abs(actual - expected);
    if (!(distance <= tolerance)) this.find(label, `${actual} is not within ${tolerance} of ${expected}`, distance / tolerance);
  }

  /** The two differ by at most `share` of the larger, and `floor`. */
  same(label: string, actual: number, expected: number, share = 1e-9, floor = 0): void {
    this.close(label, actual, expected, share * Math.max(Math.abs(actual), Math.abs(expected)) + floor);
  }

  atLeast(label: string, larger: number, smaller: number, slack = 0): void {
    this.claims += 1;
    if (!(larger >= smaller - slack)) this.find(label, `${larger} is below ${smaller} by more than ${slack}`);
  }

  /** Equal to the last bit. */
  identical(label: string, actual: unknown, expected: unknown): void {
    this.claims += 1;
    const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (one !== other) this.find(label, `${one.slice(0, 200)} is not ${other.slice(0, 200)}`);
  }
}

/** Number of standard errors from which a simulated number contradicts another: Student's t of 15 degrees exceeds it once in 10⁵ comparisons. */
export const MAX_STANDARD_ERRORS = 6.5;

/** Largest distance over its tolerance that chance explains: Student's t of 15 degrees exceeds twice the bound less than once in 10⁸ comparisons. */
const MAX_CHANCE = 2;
const mayBeChance = ({ excess = Number.POSITIVE_INFINITY }: Finding): boolean => excess <= MAX_CHANCE;

interface Outcome {
  readonly trial: Trial;
  readonly refused: boolean;
}

/** The seed of a case, from the seed of the search, the subject's name and the number of the case. */
export function seedOf(seed: number, name: string, index: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const letter of `${name} ${index}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/**
 * Judges one case. An error that is no refusal is a finding.
 *
 * Of a hundred thousand comparisons of simulated numbers one is off by chance, by little more than its tolerance. So a case with such a finding is judged
 * once more on other paths, and where the claim holds there the finding is set apart (`unrepeated`). All other findings stay, whatever other paths show.
 */
export async function tryCase(subject: Subject, service: InProcessService, seed: number): Promise<Outcome> {
  const outcome = await judge(subject, new Trial(service, seed));
  const { findings, unrepeated } = outcome.trial;
  if (findings.some(mayBeChance)) {
    const { trial: second } = await judge(subject, new Trial(service, seed, true));
    const isRepeated = ({ label }: Finding) => second.findings.some((each) => each.label === label);
    unrepeated.push(...findings.filter((finding) => mayBeChance(finding) && !isRepeated(finding)));
    findings.splice(0, findings.length, ...findings.filter((finding) => !unrepeated.includes(finding)));
  }
  return outcome;
}

async function judge(subject: Subject, trial: Trial): Promise<Outcome> {
  try {
    await subject.judge(trial);
  } catch (error) {
    if (error instanceof Refused) {
      if ((subject.refused ?? 0) === 0) trial.find('is answered', error.message);
      return { trial, refused: true };
    }
    trial.find('is answered', error instanceof Error ? `${error.message}\n${error.stack}` : String(error));
  }
  return { trial, refused: false };
}
