import { mirrorRecoveries, propagate } from '../src/propagation';

const child = (id: number, parentId: number, resourceId: number) => ({ id, parentId, resourceId });

describe('the children of templates', () => {
  it('are created where they are missing, kept where they belong, and deleted elsewhere', () => {
    const places = [
      { templateId: 1, resourceId: 7 },
      { templateId: 1, resourceId: 8 },
      { templateId: 2, resourceId: 8 },
    ];
    const present = [child(20, 1, 8), child(21, 1, 9), child(22, 2, 7)];
    expect(propagate(places, present)).toEqual({
      create: [places[0], places[2]],
      keep: [present[0]],
      remove: [21, 22],
    });
  });
});

describe('what the children of a recovering template recover', () => {
  const problem = (id: number, resourceId: number) => ({
    ...child(id, 1, resourceId),
    recoveryId: 0,
    templateRecoveryId: 0,
  });
  const recovery = (id: number, resourceId: number, recoveryId: number) => ({
    ...child(id, 2, resourceId),
    recoveryId,
    templateRecoveryId: 1,
  });
  const all = (...ids: number[]) => new Set(ids);

  it('is the child of the recovered template on the same resource, or nothing', () => {
    const children = [recovery(30, 7, 0), recovery(31, 8, 99), problem(20, 7)];
    expect(mirrorRecoveries(children, all(30, 31), all())).toEqual([
      { id: 30, recoveryId: 20 },
      { id: 31, recoveryId: 0 },
    ]);
  });

  it('is another one when that is created again', () => {
    expect(mirrorRecoveries([problem(40, 7), recovery(30, 7, 20)], all(40), all(40))).toEqual([
      { id: 30, recoveryId: 40 },
    ]);
  });

  it('stays as users have edited it otherwise', () => {
    expect(mirrorRecoveries([problem(20, 7), recovery(30, 7, 5)], all(20), all())).toEqual([]);
  });

  it('may be a circle', () => {
    const one = { ...child(20, 1, 7), recoveryId: 0, templateRecoveryId: 2 };
    const other = { ...child(30, 2, 7), recoveryId: 0, templateRecoveryId: 1 };
    expect(mirrorRecoveries([one, other], all(20, 30), all(20, 30))).toEqual([
      { id: 20, recoveryId: 30 },
      { id: 30, recoveryId: 20 },
    ]);
  });
});
