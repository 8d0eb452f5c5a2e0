import { expect } from 'chai';
import type { HttpFailure } from '#gateway/http/errors';
import { routes } from '#gateway/http/routes';
import type { Operation } from '#gateway/operation';

const operation = (method: string, path: string) => ({ id: `${method} ${path}`, method, path }) as unknown as Operation;

describe('routes', () => {
  const find = routes([
    operation('GET', '/things'),
    operation('POST', '/things'),
    operation('GET', '/things/{id}'),
    operation('GET', '/things/latest'),
    operation('GET', '/things/{name}/parts/{part}'),
    operation('GET', '/things/latest/only'),
  ]);
  const found = (method: string, path: string) => {
    const match = find(method, path);
    return match && { id: match.operation.id, params: { ...match.params } };
  };

  it('find an operation by its method and path, and decode its path parameters', () => {
    expect(found('POST', '/things')).to.deep.equal({ id: 'POST /things', params: {} });
    expect(found('GET', '/things/a%20b%2Fc')).to.deep.equal({ id: 'GET /things/{id}', params: { id: 'a b/c' } });
    expect(found('GET', '/things/1/parts/2')).to.deep.equal({ id: 'GET /things/{name}/parts/{part}', params: { name: '1', part: '2' } });
    expect(found('HEAD', '/things')).to.deep.equal({ id: 'GET /things', params: {} });
  });

  it('take a literal segment before a parameter, and the parameter where the rest of the path asks for it', () => {
    expect(found('GET', '/things/latest')).to.deep.equal({ id: 'GET /things/latest', params: {} });
    expect(found('GET', '/things/latest/parts/2')).to.deep.equal({
      id: 'GET /things/{name}/parts/{part}',
      params: { name: 'latest', part: '2' },
    });
  });

  it('find nothing at a path in other case, with a slash at its end, with an empty segment or without a slash at its start', () => {
    for (const path of ['/Things', '/things/', '/things//', '//things', '/things/1/parts/', '/things/1/parts', 'things', '*', '', '/'])
      expect(found('GET', path), path).to.equal(undefined);
  });

  it('refuse another method and name those that there are, and a parameter that is not percent-encoded', () => {
    const refusal = (method: string, path: string): HttpFailure => {
      try {
        find(method, path);
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
