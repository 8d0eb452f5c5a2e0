import { expect } from 'chai';
import { groupCommit } from '#services/store/group-commit';

describe('group commit', () => {
  /** Commits that end when the test says so, and what each was given. */
  const commits = (maxItems?: number) => {
    const groups: number[][] = [];
    const ends: (() => void)[] = [];
    const put = groupCommit<number, number>(async (items) => {
      groups.push([...items]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items.map((item) =>
        item < 0 ? { status: 'rejected', reason: new Error(`no ${item}`) } : { status: 'fulfilled', value: 2 * item },
      );
    }, maxItems);
    const end = async () => {
      while (ends.length === 0) await new Promise(setImmediate);
      ends.shift()?.();
    };
    return { groups, put, end };
  };

  it('commits items that arrive while a commit runs together in the next one', async () => {
    const { groups, put, end } = commits();
    const first = [put(1), put(2)];
    await new Promise(setImmediate);
    const second = [put(3), put(4), put(5)];
    await end();
    await end();
    expect(await Promise.all([...first, ...second])).to.deep.equal([2, 4, 6, 8, 10]);
    expect(groups).to.deep.equal([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('rejects the item that failed and no other', async () => {
    const { put, end } = commits();
    const outcomes = Promise.allSettled([put(1), put(-1), put(2)]);
    await end();
    expect((await outcomes).map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('rejects every item of a commit that failed, and commits later items', async () => {
    let broken = true;
    const put = groupCommit<number, number>(async (items) => {
      if (broken) throw new Error('disk');
      return items.map((value) => ({ status: 'fulfilled', value }));
    });
    expect((await Promise.allSettled([put(1), put(2)])).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    broken = false;
    expect(await put(3)).to.equal(3);
  });

  it('commits at most the stated number of items at a time', async () => {
    const { groups, put, end } = commits(2);
    const all = Promise.all([1, 2, 3, 4, 5].map(put));
    for (let commit = 0; commit < 3; commit += 1) await end();
    await all;
    expect(groups).to.deep.equal([[1, 2], [3, 4], [5]]);
  });
});
