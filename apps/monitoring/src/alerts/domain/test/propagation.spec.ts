import { propagate, recoveredFirst } from '../propagation';

const child = (id: number, resourceId: number, parentId = 1): { id: number; parentId: number; resourceId: number } => ({
  id,
  parentId,
  resourceId,
});

describe('the children of a template', () => {
  it('are made where they are missing, brought up to date where they are, and removed where they no longer belong', () => {
    expect(propagate({ id: 1, recoveryId: 0 }, [7, 8], [child(20, 8), child(21, 9)], [])).toEqual({
      create: [{ resourceId: 7, recoveryId: 0 }],
      update: [{ id: 20, recoveryId: 0 }],
      remove: [21],
    });
  });

  it('recover the child of the recovered template on the same resource, or nothing', () => {
    expect(propagate({ id: 1, recoveryId: 2 }, [7, 8], [child(20, 8)], [child(30, 7, 2)])).toEqual({
      create: [{ resourceId: 7, recoveryId: 30 }],
      update: [{ id: 20, recoveryId: 0 }],
      remove: [],
    });
  });
});

describe('the order of templates', () => {
  it('has the recovered one first', () => {
    const templates = [
      { id: 1, recoveryId: 3 },
      { id: 2, recoveryId: 0 },
      { id: 3, recoveryId: 2 },
    ];
    expect(recoveredFirst(templates).map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  it('bears circles', () => {
    const templates = [
      { id: 1, recoveryId: 2 },
      { id: 2, recoveryId: 1 },
    ];
    expect(recoveredFirst(templates).map(({ id }) => id)).toEqual([2, 1]);
  });
});
