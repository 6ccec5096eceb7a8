import { preOrder, toTree } from './hierarchy';

const node = (id: number, parentId: number | null) => ({ id, parentId });

describe('the hierarchy', () => {
  it('lists everything below its parent, siblings as given', () => {
    const nodes = [node(7, 3), node(1, null), node(3, 1), node(2, 1), node(5, 2), node(4, 2)];
    expect(preOrder(toTree(1, nodes)).map(({ id }) => id)).toEqual([1, 3, 7, 2, 5, 4]);
  });

  it('starts at the given root, and leaves out what is not below', () => {
    const nodes = [node(2, 1), node(3, 2), node(9, 8), node(10, null)];
    expect(preOrder(toTree(2, nodes)).map(({ id }) => id)).toEqual([2, 3]);
    expect(() => toTree(1, nodes)).toThrow(RangeError);
  });

  it('may have any depth', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => node(index + 1, index === 0 ? null : index));
    expect(preOrder(toTree(1, chain))).toHaveLength(50_000);
  });
});
