/** A resource that another one is part of. */
export interface Ancestor {
  id: string;
  name: string;
}

/** Ancestors in the contract's text, nearest first; none for a platform. Pure. */
export function ancestorsIn(ancestry: unknown): Ancestor[] {
  if (typeof ancestry !== 'string' || ancestry === '') return [];
  return ancestry.split('_::_').map((each) => {
    const [, id = '', name = ''] = each.split('_:_');
    return { id, name };
  });
}
