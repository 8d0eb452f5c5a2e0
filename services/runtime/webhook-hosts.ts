export interface WebhookHost {
  /** Host name in lower case; the parent domain where isDomain is true. */
  readonly name: string;
  readonly port: number;
  /** True: every host under the name is allowed, but not the name itself. */
  readonly isDomain: boolean;
}

/** The hosts to which webhooks may be sent, and the key that signs them. */
export interface WebhookSettings {
  readonly hosts: readonly WebhookHost[];
  readonly key: Buffer;
}

const HTTPS_PORT = 443;
const HOST = /^(\*\.)?((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?::(\d{1,5}))?$/;

/** @returns undefined where the text is not a list of host, host:port, *.domain or *.domain:port, separated by commas */
export function parseWebhookHosts(text: string): readonly WebhookHost[] | undefined {
  const hosts = text.split(',').map((each) => {
    const [, wildcard, name, port = HTTPS_PORT] = HOST.exec(each.trim().toLowerCase()) ?? [];
    if (name === undefined || Number(port) < 1 || Number(port) > 65535) return undefined;
    return { name, port: Number(port), isDomain: wildcard !== undefined };
  });
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}

const KEY_PREFIX = 'whsec_';
const [MIN_KEY_BYTES, MAX_KEY_BYTES] = [24, 64];

/** The bytes of a key as Standard Webhooks writes it. @returns undefined where the text is no such key */
export function parseWebhookKey(text: string): Buffer | undefined {
  if (!text.startsWith(KEY_PREFIX)) return undefined;
  const base64 = text.slice(KEY_PREFIX.length);
  const bytes = Buffer.from(base64, 'base64');
  const isExact = bytes.toString('base64').replace(/=+$/, '') === base64.replace(/=+$/, '');
  return isExact && bytes.length >= MIN_KEY_BYTES && bytes.length <= MAX_KEY_BYTES ? bytes : undefined;
}

/** @returns the settings, or undefined where no webhooks are sent. @throws Error where hosts are named without a key */
export function webhookSettings(variables: {
  readonly JOB_WEBHOOK_HOSTS?: string | undefined;
  readonly JOB_WEBHOOK_KEY?: string | undefined;
}): WebhookSettings | undefined {
  const { JOB_WEBHOOK_HOSTS: list, JOB_WEBHOOK_KEY: secret } = variables;
  const hosts = list === undefined ? undefined : parseWebhookHosts(list);
  if (hosts === undefined) return undefined;
  const key = secret === undefined ? undefined : parseWebhookKey(secret);
  if (key === undefined) throw new Error('configuration: JOB_WEBHOOK_KEY: must be set where JOB_WEBHOOK_HOSTS is');
  return { hosts, key };
}

/** The address to which the tokens of invitations are posted, and the key that signs the messages. */
export interface InvitationSettings extends WebhookSettings {
  readonly address: string;
}

/** The host and the port of an https address. @returns undefined where it is none */
function webhookHostOf(address: string): WebhookHost | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' ? { name: url.hostname, port: Number(url.port || HTTPS_PORT), isDomain: false } : undefined;
}

export const isWebhookAddress = (address: string): boolean => webhookHostOf(address) !== undefined;

/** @returns undefined where whoever invites a user is shown the token @throws Error where an address is named without a key */
export function invitationSettings(variables: {
  readonly INVITATION_WEBHOOK_URL?: string | undefined;
  readonly INVITATION_WEBHOOK_KEY?: string | undefined;
}): InvitationSettings | undefined {
  const { INVITATION_WEBHOOK_URL: address, INVITATION_WEBHOOK_KEY: secret } = variables;
  const host = address === undefined ? undefined : webhookHostOf(address);
  if (address === undefined || host === undefined) return undefined;
  const key = secret === undefined ? undefined : parseWebhookKey(secret);
  if (key === undefined) throw new Error('configuration: INVITATION_WEBHOOK_KEY: must be set where INVITATION_WEBHOOK_URL is');
  return { address, hosts: [host], key };
}
