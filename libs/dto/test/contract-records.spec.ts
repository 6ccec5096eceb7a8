import { CONTRACT_RECORDS } from '@wardstone/testing';
import * as compliance from '../src/compliance';
import { type DtoClass, getDto, getFields } from '../src/fields';
import * as monitoring from '../src/monitoring';

/** Request bodies, which may have more fields than the contract. */
const SENT = new Set(['CreateCBRresourceRequest']);

const isClass = (value: unknown): value is DtoClass => typeof value === 'function';

function toName(dto: DtoClass): string {
  try {
    return getDto(dto).name;
  } catch {
    return dto.name; // Those of compliance have one representation and no names for others.
  }
}

const classes = [...Object.values<unknown>(monitoring), ...Object.values<unknown>(compliance)]
  .filter(isClass)
  .map((dto) => [toName(dto), dto] as const)
  .filter(([name]) => name in CONTRACT_RECORDS && !SENT.has(name));

describe('records of the contract', () => {
  it('are all declared', () => {
    expect([...new Set(classes.map(([name]) => name))].sort()).toEqual(Object.keys(CONTRACT_RECORDS).sort());
  });

  it.each(classes)('%s has other fields only on request', (name, dto) => {
    const others = getFields(dto).filter(([field]) => !CONTRACT_RECORDS[name]!.includes(field));
    expect(getFields(dto).filter(([, { onRequest }]) => onRequest)).toEqual(others);
  });
});
