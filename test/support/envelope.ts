/** Checks of every answer of the interface (interface specification, 2.2 and 7). */
import { expect } from 'chai';
import type { Answer, Body } from './http.js';

/** Every documented code and its status, written out here to check the table of the gateway. */
export const CODES: Readonly<Record<string, number>> = {
  'SVC-AUTH-001': 401,
  'SVC-AUTH-002': 401,
  'SVC-AUTH-003': 401,
  'SVC-AUTH-004': 403,
  'SVC-AUTH-005': 403,
  'SVC-REQ-001': 400,
  'SVC-REQ-002': 400,
  'SVC-REQ-003': 413,
  'SVC-REQ-004': 415,
  'SVC-REQ-005': 404,
  'SVC-REQ-006': 405,
  'SVC-RES-001': 404,
  'SVC-RES-002': 409,
  'SVC-RES-003': 412,
  'SVC-RES-004': 428,
  'SVC-RES-005': 422,
  'SVC-LIMIT-001': 429,
  'SVC-LIMIT-002': 429,
  'SVC-LIMIT-003': 422,
  'SVC-CALC-001': 500,
  'SVC-CALC-002': 500,
  'SVC-CALC-003': 500,
  'SVC-SYS-001': 500,
  'SVC-SYS-002': 503,
  'SVC-SYS-003': 504,
  'SVC-SYS-004': 501,
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
/** File names, with or without a line number, as in a stack trace. */
const STACK = /\\n\s+at |node_modules|\/dist\/|\.[jt]s:\d+|file:\/\//;

/** Checks what success and failure have in common. */
function expectCall({ body, headers }: Answer): void {
  expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
  expect(body.correlationId).to.match(UUID);
  expect(body.correlation_id).to.equal(body.correlationId);
  expect(headers.get('x-correlation-id')).to.equal(body.correlationId);
  expect(body.timestamp).to.match(TIMESTAMP);
  expectSecured(headers);
}

/**
 * @param statuses one of which it has
 * @returns its data
 */
export function expectSuccess(answer: Answer, ...statuses: readonly number[]): Body {
  expect(answer.body.error, JSON.stringify(answer.body.error)).to.equal(undefined);
  expect(answer.status).to.be.oneOf(statuses.length > 0 ? statuses : [200]);
  expect(answer.body.success).to.equal(true);
  expect(answer.body.data).to.be.an('object');
  const provenance = 'meta' in answer.body ? ['meta'] : [];
  expect(Object.keys(answer.body)).to.have.members(['success', 'data', ...provenance, 'correlationId', 'correlation_id', 'timestamp']);
  if ('meta' in answer.body) {
    expect(Object.keys(answer.body.meta)).to.deep.equal(['manifest']);
    expect(answer.body.meta.manifest.runId).to.equal(answer.body.correlationId);
  }
  expectCall(answer);
  return answer.body.data;
}

/** @returns its error */
export function expectFailure(answer: Answer, code: string): Body {
  const { body } = answer;
  expect(body.error?.code, JSON.stringify(body)).to.equal(code);
  expect(answer.status).to.equal(CODES[code]);
  expect(body.success).to.equal(false);
  expect(Object.keys(body)).to.have.members(['success', 'error', 'correlationId', 'correlation_id', 'timestamp']);
  expect(Object.keys(body.error)).to.have.members(['code', 'message', ...('details' in body.error ? ['details'] : [])]);
  expect(body.error.message).to.be.a('string').and.not.equal('');
  for (const detail of body.error.details ?? []) {
    expect(Object.keys(detail)).to.have.members(['pointer', 'reason']);
    expect(detail.pointer).to.match(/^(\/|$)/);
  }
  expect(JSON.stringify(body)).not.to.match(STACK);
  expectCall(answer);
  return body.error;
}

/** Checks that the request was refused with a fault at `pointer`, for a reason like `reason`. */
export function expectFault(answer: Answer, pointer: string, reason = /./): void {
  const { message, details } = expectFailure(answer, 'SVC-REQ-001');
  expect(details.map((fault: Body) => fault.pointer)).to.include(pointer);
  expect(details.find((fault: Body) => fault.pointer === pointer).reason).to.match(reason);
  expect(message).to.include(details[0].reason);
}

/** Checks that responses are not cached, framed or interpreted as another type, and that headers do not name the server software. */
export function expectSecured(headers: Headers): void {
  expect(headers.get('cache-control')).to.equal('no-store');
  expect(headers.get('x-content-type-options')).to.equal('nosniff');
  expect(headers.get('x-frame-options')).to.be.oneOf(['DENY', 'SAMEORIGIN']);
  expect(headers.get('content-security-policy')).to.include("default-src 'none'").and.include("frame-ancestors 'none'");
  // Over plain HTTP nobody is told to use HTTPS alone.
  expect(headers.get('strict-transport-security')).to.equal(null);
  expect(headers.get('referrer-policy')).to.equal('no-referrer');
  expect(headers.get('x-powered-by')).to.equal(null);
  expect(headers.get('server')).to.equal(null);
}
