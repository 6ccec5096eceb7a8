import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { partTexts } from '../../texts/parts';
import { ConditionFields } from '../condition-fields';
import { CATEGORIES, type ConditionDraft, newCondition } from '../domain/condition-draft';

interface Kept {
  category: ConditionDraft['category'];
  /** Receives the content of the form, like the dry run and the service. */
  keep: (draft: ConditionDraft) => void;
}

function Fields({ category, keep }: Kept): ReactNode {
  const [draft, setDraft] = useState(newCondition(category));
  useEffect(() => keep(draft), [draft, keep]);
  return <ConditionFields id="c" draft={draft} metrics={[]} change={setDraft} />;
}

/** Fields below the kind of condition and its metric, which keep what is typed or chosen in a member of their name. */
const particular = (): (HTMLInputElement | HTMLSelectElement)[] =>
  [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].filter(
    ({ id }) => id !== 'c-category' && id !== 'c-metric',
  );

describe('the fields of a condition', () => {
  let draft: ConditionDraft;
  const keep = (next: ConditionDraft): void => void (draft = next);

  afterEach(cleanup);

  it.each(CATEGORIES)('of %s keep each value that is entered', (category) => {
    render(<Fields category={category} keep={keep} />);
    for (const field of particular()) {
      const name = field.id.slice('c-'.length) as 'name' | 'option' | 'comparator' | 'threshold';
      const value = field instanceof HTMLSelectElement ? field.options[field.options.length - 1]!.value : '17';
      fireEvent.change(field, { target: { value } });
      expect([name, draft[name]]).toEqual([name, value]);
    }
  });

  it('show an error for a threshold that is not a number', () => {
    render(<Fields category="THRESHOLD" keep={keep} />);
    const field = screen.getByRole('textbox', { name: /^Value/ });
    fireEvent.change(field, { target: { value: 'abc' } });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toContain(partTexts.noNumber);
  });

  it('depend on the chosen category', () => {
    render(<Fields category="THRESHOLD" keep={keep} />);
    fireEvent.change(document.getElementById('c-category')!, { target: { value: 'CONTROL' } });
    expect(particular().map(({ id }) => id)).toEqual(['c-name', 'c-option']);
  });
});
