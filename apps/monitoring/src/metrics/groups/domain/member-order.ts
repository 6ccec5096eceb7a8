import type { Double } from '@wardstone/dto';
import type { GroupMember, GroupMemberQuery } from '@wardstone/dto/monitoring';

export type Sortable = Pick<GroupMember, 'resourceId' | 'resourceName' | 'availability' | 'openAlerts'> & {
  value?: Double;
};

/** Natural order: node-9 before node-10. */
const NAMES = new Intl.Collator('en', { numeric: true });

/** Sorts members; equal ones by name, those without a value last in both directions. Pure. */
export function inOrder<T extends Sortable>(members: readonly T[], { field, descends }: GroupMemberQuery['sort']): T[] {
  const sign = descends ? -1 : 1;
  const byName = (one: T, other: T): number =>
    NAMES.compare(one.resourceName, other.resourceName) || one.resourceId - other.resourceId;
  return [...members].sort((one, other) => {
    if (field === 'name') return sign * byName(one, other);
    if (field === 'availability')
      return sign * NAMES.compare(one.availability, other.availability) || byName(one, other);
    if (field === 'alerts') return sign * (one.openAlerts - other.openAlerts) || byName(one, other);
    const [a, b] = [one.value ?? 'NaN', other.value ?? 'NaN'];
    if (a === 'NaN' || b === 'NaN') return Number(a === 'NaN') - Number(b === 'NaN') || byName(one, other);
    return sign * (a - b) || byName(one, other);
  });
}
