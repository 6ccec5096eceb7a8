import type { Double } from '@wardstone/dto';
import type { AvailabilityType } from '@wardstone/dto/monitoring';
import { inOrder } from './member-order';

describe('the order of group members', () => {
  const member = (resourceName: string, value: Double, openAlerts = 0, availability: AvailabilityType = 'UP') => ({
    resourceId: resourceName.length,
    resourceName,
    value,
    openAlerts,
    availability,
  });
  const members = [member('node-10', 0.5), member('node-9', 'NaN', 2), member('node-1', 0.9, 1, 'DOWN')];
  const names = (field: 'name' | 'availability' | 'alerts' | 'value', descends = false): string[] =>
    inOrder(members, { field, descends }).map(({ resourceName }) => resourceName);

  it('is natural order', () => {
    expect(names('name')).toEqual(['node-1', 'node-9', 'node-10']);
    expect(names('name', true)).toEqual(['node-10', 'node-9', 'node-1']);
  });

  it('has those without a value last', () => {
    expect(names('value')).toEqual(['node-10', 'node-1', 'node-9']);
    expect(names('value', true)).toEqual(['node-1', 'node-10', 'node-9']);
  });

  it('has equal values by name', () => {
    expect(names('alerts', true)).toEqual(['node-9', 'node-1', 'node-10']);
    expect(names('availability')).toEqual(['node-1', 'node-9', 'node-10']);
  });
});
