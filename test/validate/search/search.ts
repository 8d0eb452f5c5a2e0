/** The search itself: subjects take turns by the time that they have used, so that a slow one does not hold up the others. */
import type { InProcessService } from './service.js';
import { type Finding, type Subject, seedOf, tryCase } from './subject.js';

interface Judged {
  readonly subject: string;
  cases: number;
  claims: number;
  refused: number;
  ms: number;
  readonly findings: (Finding & { readonly case: number })[];
  /** Findings that did not come again on other paths. */
  unrepeated: number;
}

interface SearchOptions {
  readonly seed: number;
  /** Stops before a case for which this says so. */
  readonly isDone: (judged: readonly Judged[]) => boolean;
  readonly report?: (subject: Judged, finding: Finding & { readonly case: number }, isRepeated: boolean) => void;
}

/** Judges case after case, always of the subject that has taken the least time, until it is done. */
export async function search(
  subjects: readonly Subject[],
  service: InProcessService,
  { seed, isDone, report = () => {} }: SearchOptions,
): Promise<readonly Judged[]> {
  const judged = subjects.map(
    (subject): Judged => ({ subject: subject.name, cases: 0, claims: 0, refused: 0, ms: 0, findings: [], unrepeated: 0 }),
  );
  while (!isDone(judged)) {
    let turn = 0;
    for (const [i, { ms }] of judged.entries()) if (ms < judged[turn]!.ms) turn = i;
    const [subject, turnOfSubject] = [subjects[turn]!, judged[turn]!];
    const number = turnOfSubject.cases;
    const start = performance.now();
    const { trial, refused } = await tryCase(subject, service, seedOf(seed, subject.name, number));
    turnOfSubject.ms += performance.now() - start;
    turnOfSubject.cases += 1;
    turnOfSubject.claims += trial.claims;
    turnOfSubject.refused += refused ? 1 : 0;
    for (const each of trial.findings) {
      const finding = { ...each, case: number };
      turnOfSubject.findings.push(finding);
      report(turnOfSubject, finding, true);
    }
    turnOfSubject.unrepeated += trial.unrepeated.length;
    for (const each of trial.unrepeated) report(turnOfSubject, { ...each, case: number }, false);
  }
  return judged;
}
