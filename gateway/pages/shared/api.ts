/** Calls of the service's API by the session of the page, or by a key in its place. */
import { signal } from '@preact/signals';

/** The session of the browser, as `GET /admin/v1/session` describes it. */
export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly email: string;
  readonly name?: string;
  readonly roles: readonly string[];
  /** Granted by the roles; `admin` satisfies every other. */
  readonly scopes: readonly string[];
  /** `required`: the tenant asks for one, and nothing else is open before it is on. */
  readonly secondFactor: 'on' | 'off' | 'required';
  readonly expiresAt: string;
  readonly csrfToken: string;
}

/** Undefined until it is known; null where nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** A place in the request that was refused, and why. */
interface Fault {
  readonly pointer: string;
  readonly reason: string;
}

/** A failure as the service reports it, or as the browser does where there was no answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly correlationId: string,
    readonly faults: readonly Fault[],
    /** Seconds after which to try again; undefined where the service names none. */
    readonly retryAfterS?: number,
  ) {
    super(message);
  }

  /** The reason for which a field of the body was refused. */
  reasonFor(field: string): string | undefined {
    return this.faults.find(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`))?.reason;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** A body that is text, with its media type. */
  readonly text?: { readonly type: string; readonly content: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Used in place of the session, for the set-up of the first administrator. */
  readonly key?: string;
}

interface Reply<Data> {
  readonly data: Data;
  readonly manifest: unknown;
  readonly correlationId: string;
  readonly etag: string | undefined;
}

interface Envelope<Data> {
  readonly success: boolean;
  readonly data?: Data;
  readonly meta?: { readonly manifest?: unknown };
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly Fault[] };
  readonly correlationId: string;
}

/** Codes with which the service says that nobody is signed in. */
const SIGNED_OUT = ['SVC-AUTH-001', 'SVC-AUTH-003'];

/** The response of a call, whatever its form. @throws ApiError for a failure, and DOMException AbortError where the call was aborted */
async function send(
  method: Method,
  path: string,
  { query = {}, body, text, headers = {}, signal: abort, key }: CallOptions = {},
): Promise<Response> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, String(value));
  const address = search.size > 0 ? `${path}?${search}` : path;
  const token = session.value?.csrfToken;
  const response = await fetch(address, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(text !== undefined && { 'Content-Type': text.type }),
      ...(key !== undefined ? { 'X-API-Key': key } : method !== 'GET' && token !== undefined && { 'X-CSRF-Token': token }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(text !== undefined && { body: text.content }),
    ...(abort && { signal: abort }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(
      0,
      'NO ANSWER',
      'The service did not answer. Check that it runs and that you are connected, then try again.',
      '',
      [],
    );
  });
  if (response.ok) return response;
  throw await failureOf(response, key === undefined);
}

async function failureOf(response: Response, bySession: boolean): Promise<ApiError> {
  const envelope = (await response.json().catch(() => undefined)) as Envelope<unknown> | undefined;
  const { code = `HTTP ${response.status}`, message = response.statusText, details = [] } = envelope?.error ?? {};
  if (bySession && SIGNED_OUT.includes(code)) setSession(null);
  const retryAfter = response.headers.get('retry-after');
  return new ApiError(
    response.status,
    code,
    message,
    envelope?.correlationId ?? response.headers.get('x-correlation-id') ?? '',
    details,
    retryAfter === null ? undefined : Number(retryAfter),
  );
}

/** Calls an operation that answers with an envelope, and takes the payload out of it. */
export async function call<Data>(method: Method, path: string, options?: CallOptions): Promise<Reply<Data>> {
  const response = await send(method, path, options);
  const { data, meta, correlationId } = (await response.json()) as Envelope<Data>;
  return { data: data as Data, manifest: meta?.manifest, correlationId, etag: response.headers.get('etag') ?? undefined };
}

/** The text of a document that is no envelope. */
export const readText = async (path: string, options?: CallOptions): Promise<string> => (await send('GET', path, options)).text();

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/** Notes whether this browser has a session: its cookie cannot be seen by scripts, and asking without one would be refused. */
const NOTED = 'session';

/** Whoever has just signed in, or out. */
export function setSession(next: Session | null): void {
  session.value = next;
  if (next === null) localStorage.removeItem(NOTED);
  else localStorage.setItem(NOTED, 'open');
}

/** The search of the address to which a sign-in at the identity provider leads. */
const FROM_PROVIDER = '?from=provider';

/** Looks up the session of this browser: when a page starts, which waits for it, and when its rights have changed. */
export async function findSession(): Promise<void> {
  if (localStorage.getItem(NOTED) === null && location.search !== FROM_PROVIDER) {
    session.value = null;
    return;
  }
  try {
    setSession((await call<Session>('GET', '/admin/v1/session')).data);
  } catch (error) {
    setSession(null);
    if (error instanceof ApiError && error.status !== 401 && error.status !== 404) throw error;
  }
}

/** True where the user has the scope, or administers. */
export const maySee = (scope: string): boolean => {
  const { scopes = [] } = session.value ?? {};
  return scopes.includes('admin') || scopes.includes(scope);
};

export const isPlatformAdministrator = (): boolean => session.value?.roles.includes('platform_admin') === true;
