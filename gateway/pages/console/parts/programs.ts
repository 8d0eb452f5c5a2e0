/** A request of the API as a program that sends it. The key is read from the environment, so that no text holds it. */

export interface Program {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const addressOf = ({ path, query }: Program, origin: string): string => {
  const search = new URLSearchParams(query);
  return `${origin}${path}${search.size > 0 ? `?${search}` : ''}`;
};

/** In single quotes a shell takes everything as it is, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const hasBody = ({ method }: Program): boolean => method !== 'GET' && method !== 'DELETE';

export function asCurl(program: Program, origin: string): string {
  const lines = [
    `curl -s ${program.method === 'POST' ? '' : `-X ${program.method} `}${quoted(addressOf(program, origin))}`,
    `-H "X-API-Key: $API_KEY"`,
  ];
  if (hasBody(program)) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(program.body))}`);
  return lines.join(' \\\n  ');
}

export function asPython(program: Program, origin: string): string {
  const body = hasBody(program) ? `\n    json=json.loads(r"""${JSON.stringify(program.body, undefined, 2)}"""),` : '';
  return `import json, os
import httpx

response = httpx.request(
    ${JSON.stringify(program.method)},
    ${JSON.stringify(addressOf(program, origin))},
    headers={"X-API-Key": os.environ["API_KEY"]},${body}
)
response.raise_for_status()
print(response.json()["data"])
`;
}

export function asTypeScript(program: Program, origin: string): string {
  const body = hasBody(program) ? `\n  body: JSON.stringify(${JSON.stringify(program.body, undefined, 2).replaceAll('\n', '\n  ')}),` : '';
  return `const response = await fetch(${JSON.stringify(addressOf(program, origin))}, {
  method: ${JSON.stringify(program.method)},
  headers: { 'X-API-Key': process.env.API_KEY ?? '', 'Content-Type': 'application/json' },${body}
});
const { success, data, error } = await response.json();
if (!success) throw new Error(\`\${error.code}: \${error.message}\`);
console.log(data);
`;
}
