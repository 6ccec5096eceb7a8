import { EditorView } from '@codemirror/view';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { PromqlField } from '../promql/promql-field';

const LABEL = 'PromQL expression';

interface FieldProps {
  initial: string;
  run?: (value: string) => void;
  /** How many changes are waiting when the first is rendered. */
  late?: number;
}

function Field({ initial, run, late = 0 }: FieldProps): ReactNode {
  const [value, setValue] = useState(initial);
  const [waiting] = useState<string[]>([]);
  const change = (text: string): void => {
    waiting.push(text);
    if (waiting.length > late) setValue(waiting.shift()!);
  };
  return (
    <>
      <PromqlField label={LABEL} value={value} change={change} run={run} help="How to use it" />
      <button onClick={() => setValue('up')}>Other</button>
      <output>{value}</output>
    </>
  );
}

/** The editor is inside a shadow root, which queries of the page do not look into. */
async function editor(): Promise<HTMLElement> {
  return waitFor(() => {
    const inside = document.querySelector('.promql-editor')?.shadowRoot?.querySelector<HTMLElement>('[role=textbox]');
    if (!inside) throw new Error('no editor yet');
    return inside;
  });
}

/** The parser runs when typing pauses. */
const shownError = (): Promise<HTMLElement> => screen.findByText(/^1:\d+: /);

describe('the editor of PromQL', () => {
  afterEach(cleanup);

  it('uses the label as its accessible name, and shows an error instead of the help', async () => {
    render(<Field initial="rate(up)" />);
    const text = await editor();
    expect(text.getAttribute('aria-label')).toBe(LABEL);
    expect(text.getAttribute('aria-multiline')).toBe('true');
    await shownError();
    expect(text.getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('How to use it')).toBeNull();
  });

  it('shows a value set from outside, and clears the error', async () => {
    render(<Field initial="rate(up)" />);
    await shownError();
    fireEvent.click(screen.getByText('Other'));
    await screen.findByText('How to use it');
    expect((await editor()).textContent).toBe('up');
  });

  it('runs the text on Enter, and leaves Tab to the page', async () => {
    const runs: string[] = [];
    render(<Field initial="up" run={(value) => runs.push(value)} />);
    const text = await editor();
    fireEvent.keyDown(text, { key: 'Enter', keyCode: 13 });
    expect(runs).toEqual(['up']);
    // The browser moves the focus unless the event is prevented.
    expect(fireEvent.keyDown(text, { key: 'Tab', keyCode: 9 })).toBe(true);
    expect(screen.getByRole('status').textContent).toBe('up');
  });

  it('keeps and runs newer text when an older one is rendered late', async () => {
    const runs: string[] = [];
    render(<Field initial="" run={(value) => runs.push(value)} late={1} />);
    const text = await editor();
    const view = EditorView.findFromDOM(text)!;
    for (const letter of 'up') act(() => view.dispatch({ changes: { from: view.state.doc.length, insert: letter } }));
    expect(screen.getByRole('status').textContent).toBe('u');
    expect(text.textContent).toBe('up');
    fireEvent.keyDown(text, { key: 'Enter', keyCode: 13 });
    expect(runs).toEqual(['up']);
  });
});
