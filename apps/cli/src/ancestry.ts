/** A resource that contains another one. */
export interface Ancestor {
  id: string;
  name: string;
}

/** Parses the contract's ancestry text, nearest ancestor first; empty for a platform. Pure. */
export function ancestorsIn(ancestry: unknown): Ancestor[] {
  if (typeof ancestry !== 'string' || ancestry === '') return [];
  return ancestry.split('_::_').map((each) => {
    const [, id = '', name = ''] = each.split('_:_');
    return { id, name };
  });
}
