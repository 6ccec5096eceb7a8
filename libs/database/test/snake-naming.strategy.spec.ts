import { SnakeNamingStrategy, toSnakeCase } from '../src/snake-naming.strategy';

describe('names in the database', () => {
  it.each([
    ['a plain word', 'title', 'title'],
    ['camelCase', 'osMajorVersion', 'os_major_version'],
    ['PascalCase', 'SecurityGuide', 'security_guide'],
    ['an abbreviation in capitals', 'parseURLPath', 'parse_url_path'],
    ['a digit', 'sha256Sum', 'sha256_sum'],
    ['snake_case already', 'org_id', 'org_id'],
  ])('are snake_case: %s', (_edge, name, expected) => {
    expect(toSnakeCase(name)).toBe(expected);
  });

  it('leave out the word Entity and keep names that are given', () => {
    const strategy = new SnakeNamingStrategy();

    expect(strategy.tableName('SecurityGuideEntity', undefined)).toBe('security_guide');
    expect(strategy.tableName('SecurityGuideEntity', 'guide')).toBe('guide');
    expect(strategy.columnName('refId', undefined, ['source'])).toBe('source_ref_id');
    expect(strategy.columnName('refId', 'reference', [])).toBe('reference');
  });

  it('tell the kind, table and columns of a constraint', () => {
    const strategy = new SnakeNamingStrategy();

    expect(strategy.primaryKeyName('policy', ['id'])).toBe('pk_policy_id');
    expect(strategy.foreignKeyName('public.policy', ['profile_id'])).toBe('fk_policy_profile_id');
    expect(strategy.uniqueConstraintName('policy', ['org_id', 'title'])).toBe('uq_policy_org_id_title');
    expect(strategy.indexName('policy', ['title'])).toBe('ix_policy_title');
  });
});
