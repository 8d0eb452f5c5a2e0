/** The words of the sources: nouns as names, comments that are sentences, and one value per name of a constant. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AnyNode, type Pattern, parse } from 'acorn';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { sources } from '../support/sources.js';

/** Names that say nothing about the value they hold. */
const FUNCTION_WORDS = new Set(
  'of own held given known found left at before after in out by with without as its it that this those these others which what who whom where when kept taken wanted needed made done said seen asked'.split(
    ' ',
  ),
);

/** First words of a clause without a main verb: a comment may begin so only where a main clause follows. */
const NOUN_CLAUSE = /^(What|Whether|Which|Who|Whom|Whose)\b/;
const PREPOSITION = /^(Of|Where|As|By|From|With|Without|In|At|For|To)\b/;
const FINITE_VERB =
  /\b(is|are|was|were|has|have|had|does|do|did|may|might|can|could|must|will|would|should|needs?|takes?|gives?|holds?|makes?|keeps?|stays?|stands?|counts?|follows?|uses?|returns?|falls?|grows?|costs?|leaves?|comes?|goes|becomes?|refuses?|fails?|reads?|writes?|runs?|moves?|pays?|prices?|depends?|means?|lies|tends?|vanish(es)?|cannot|\w+s(?= (the|a|an|it|its|no|all|each|every)\b))\b/;

const read = sources.filter(({ file }) => !file.startsWith('proto/types/'));

/** Names that a pattern declares, as in `const { a, b: [c] } = …`. */
function declared(pattern: Pattern | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => declared(property.type === 'RestElement' ? property.argument : property.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap(declared);
    case 'RestElement':
      return declared(pattern.argument);
    case 'AssignmentPattern':
      return declared(pattern.left);
    default:
      return [];
  }
}

/** Locals and parameters of a compiled file: the compiler keeps their names and drops the types. */
function localNames(node: AnyNode): string[] {
  const names =
    node.type === 'VariableDeclarator'
      ? declared(node.id)
      : node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
        ? node.params.flatMap(declared)
        : [];
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) for (const entry of child) if (entry?.type) names.push(...localNames(entry));
    if (child?.type) names.push(...localNames(child));
  }
  return names;
}

function functionWordsIn(file: string): string[] {
  const compiled = path.join(packageRoot, 'dist', file.replace(/\.ts$/, '.js'));
  if (!existsSync(compiled)) return [];
  const program = parse(readFileSync(compiled, 'utf8'), { ecmaVersion: 'latest', sourceType: 'module' });
  const names = localNames(program);
  // The left side is a side where there is a right one.
  return names.filter((name) => FUNCTION_WORDS.has(name) && !(name === 'left' && names.includes('right')));
}

/** The comments that begin a line, each as one line of text. */
const commentsIn = (text: string): string[] =>
  (text.match(/^[ \t]*\/\*\*?[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*/gm) ?? []).map((comment) =>
    comment
      .replaceAll(/^[ \t]*(\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

/** True for a comment whose first sentence has no main clause, as far as its first words show. */
function isFragment(comment: string): boolean {
  const [sentence] = comment.split(/[.?:;](?:\s|$)/, 1);
  if (NOUN_CLAUSE.test(sentence!)) return !comment.startsWith(`${sentence}?`);
  if (!PREPOSITION.test(sentence!)) return false;
  // "From this x on erfc underflows to 0" is a sentence, "For pricers whose model determines the volatility" is none.
  const main = /^(Where|As)\b/.test(sentence!) ? sentence!.replace(/^[^,]*/, '') : sentence!;
  return !FINITE_VERB.test(main.replaceAll(/\b(which|that|who|whose|whom|where|so that|if|as|of which|in which)\b[^,]*/g, ''));
}

/** Constants in capitals with the expression that each is declared by. */
const constantsIn = (text: string): [name: string, value: string][] =>
  [...text.matchAll(/\bconst ([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?::[^=\n]+)? = ([-\d.][^;\n]*);/g)].map(([, name, value]) => [
    name!,
    value!.replaceAll('_', ''),
  ]);

/** The findings of a search in every source, as `file: finding`. */
const findingsOf = (find: (file: string, text: string) => string[]): string[] =>
  read.flatMap(({ file, text }) => find(file, text).map((finding) => `${file}: ${finding}`));

describe('words', () => {
  it('that name locals and parameters are nouns, not function words', () => {
    expect(findingsOf(functionWordsIn)).to.deep.equal([]);
  });

  it('that begin a comment belong to a sentence', () => {
    expect(findingsOf((_, text) => commentsIn(text).filter(isFragment))).to.deep.equal([]);
  });

  it('that name a constant stand for one value in the whole product', () => {
    const values = new Map<string, Set<string>>();
    // A test's sample sizes and tolerances belong to that test.
    for (const { text } of read.filter(({ file }) => !file.startsWith('test/')))
      for (const [name, value] of constantsIn(text)) values.set(name, (values.get(name) ?? new Set()).add(value));
    const several = [...values].filter(([, each]) => each.size > 1).map(([name, each]) => `${name}: ${[...each].join(' | ')}`);
    expect(several).to.deep.equal([]);
  });
});
