/** The messages of the supervisor to the person who has just started the service. */
import type { PortInUse } from '../runtime/startup.js';

/**
 * @param address  the address of the public port, such as http://localhost:8080
 * @param firstKey present only at the first start on an empty store; it is never shown again
 */
export function banner(address: string, firstKey: string | undefined): string {
  const key = firstKey ?? '<API_KEY>';
  const lines = [
    '',
    `  Ready at ${address}   documentation: ${address}/swagger`,
    '',
    ...(firstKey === undefined ? [] : [`  Your key, shown this once:  ${firstKey}`, '']),
    `  curl -s ${address}/api/v1/price -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\`,
    `    -d '{"spot":100,"strike":105,"rate":0.05,"volatility":0.2,"time":1}'`,
    '',
    '',
  ];
  return lines.join('\n');
}

export const portInUseNotice = (process: string, { host, port, variable }: PortInUse): string =>
  `\n  Port ${port} on ${host}, for the process ${process}, is used by another program: stop that program, or set ${variable}.\n\n`;
