import { spawn } from 'node:child_process';
import { expect } from 'chai';
import { endOf, readyUrl } from '#services/supervisor/child';

describe('a child of the supervisor', () => {
  it('reports how it ended', async () => {
    expect(await endOf(spawn(process.execPath, ['-e', 'process.exit(3)']))).to.deep.equal({ code: 3, signal: null });
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const ended = endOf(child);
    child.kill('SIGKILL');
    expect(await ended).to.deep.equal({ code: null, signal: 'SIGKILL' });
  });

  it('that never started ends nothing else, and reports why', async () => {
    const { code, error } = await endOf(spawn('/nowhere/node'));
    expect(code).to.equal(null);
    expect(error).to.include({ code: 'ENOENT' });
  });

  for (const [host, url] of [
    ['127.0.0.1', 'http://127.0.0.1:9464/ready'],
    ['10.0.0.7', 'http://10.0.0.7:9464/ready'],
    ['0.0.0.0', 'http://127.0.0.1:9464/ready'],
    ['::', 'http://[::1]:9464/ready'],
    ['fd00::7', 'http://[fd00::7]:9464/ready'],
    ['localhost', 'http://localhost:9464/ready'],
  ] as const)
    it(`is asked whether it is ready at ${url} where it listens on ${host}`, () => {
      expect(readyUrl(host, 9464)).to.equal(url);
    });
});
