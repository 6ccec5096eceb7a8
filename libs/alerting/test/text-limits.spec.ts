import { checkCondition } from '../src/condition-rules';
import { checkNewDefinition } from '../src/definition-rules';

describe('limits of texts', () => {
  it.each(['a', '警', '🚨', '\u0301'])('count code points in the name of a definition: %j', (character) => {
    expect(checkNewDefinition({ name: `x${character.repeat(99)}` })).toMatchObject({ mode: 'ANY' });
    expect(checkNewDefinition({ name: `x${character.repeat(100)}` })).toEqual({
      problem: 'Field name must not be longer than 100 characters',
    });
  });

  it.each(['a', '🚨'])('count code points in the texts of a condition: %j', (character) => {
    const event = { category: 'EVENT', name: 'ERROR' };

    expect(checkCondition({ ...event, comparator: character.repeat(4_000) }, undefined, 1)).toHaveProperty('category');
    expect(checkCondition({ ...event, comparator: character.repeat(4_001) }, undefined, 1)).toEqual({
      problem: 'Field comparator must not be longer than 4000 characters',
    });
  });
});
