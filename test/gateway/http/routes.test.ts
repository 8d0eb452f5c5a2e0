import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { routes } from '#gateway/app';
import type { HttpFailure } from '#gateway/contract/errors';
import type { Operation } from '#gateway/contract/operation';

const operation = (method: string, path: string) => ({ id: `${method} ${path}`, method, path }) as unknown as Operation;

describe('routes', () => {
  interface Found {
    readonly id: string;
    readonly params: Readonly<Record<string, string>>;
  }
  let served: Found | undefined;
  const route = routes(
    [
      operation('GET', '/things'),
      operation('POST', '/things'),
      operation('GET', '/things/latest'),
      operation('GET', '/things/latest/only'),
      operation('GET', '/things/{id}'),
      operation('GET', '/things/{name}/parts/{part}'),
    ],
    ({ id }, call: string, params) => {
      expect(call).to.equal('the call');
      served = { id, params: { ...params } };
    },
  );
  /** @throws the reason of a refusal */
  const match = (method: string, path: string): Found | undefined => {
    served = undefined;
    let refusal: unknown;
    route({ method, url: path } as IncomingMessage, {} as ServerResponse, 'the call', (error) => {
      refusal = error;
    });
    if (refusal !== undefined) throw refusal;
    return served;
  };

  it('find an operation by its method and path, and decode its path parameters', () => {
    expect(match('POST', '/things')).to.deep.equal({ id: 'POST /things', params: {} });
    expect(match('GET', '/things/a%20b%2Fc')).to.deep.equal({ id: 'GET /things/{id}', params: { id: 'a b/c' } });
    expect(match('GET', '/things/1/parts/2')).to.deep.equal({ id: 'GET /things/{name}/parts/{part}', params: { name: '1', part: '2' } });
    expect(match('HEAD', '/things')).to.deep.equal({ id: 'GET /things', params: {} });
  });

  it('take the first path that fits', () => {
    expect(match('GET', '/things/latest')).to.deep.equal({ id: 'GET /things/latest', params: {} });
    expect(match('GET', '/things/latest/parts/2')).to.deep.equal({
      id: 'GET /things/{name}/parts/{part}',
      params: { name: 'latest', part: '2' },
    });
  });

  it('find nothing at a path in other case, with a slash at its end, with an empty segment or without a slash at its start', () => {
    for (const path of ['/Things', '/things/', '/things//', '//things', '/things/1/parts/', '/things/1/parts', 'things', '*', '', '/'])
      expect(match('GET', path), path).to.equal(undefined);
  });

  it('refuse another method and name those that there are, and a parameter that is not percent-encoded', () => {
    const refusal = (method: string, path: string): HttpFailure => {
      try {
        match(method, path);
      } catch (error) {
        return error as HttpFailure;
      }
      throw new Error('it was found');
    };
    expect(refusal('DELETE', '/things')).to.deep.include({ code: 'SVC-REQ-006', headers: { Allow: 'GET, HEAD, POST' } });
    expect(refusal('constructor', '/things/1')).to.deep.include({ code: 'SVC-REQ-006', headers: { Allow: 'GET, HEAD' } });
    expect(refusal('GET', '/things/%zz')).to.be.instanceOf(URIError);
  });
});
