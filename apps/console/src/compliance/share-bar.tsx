import { numberText } from '@wardstone/units';
import type { ReactNode } from 'react';
import { complianceTexts } from '../texts/compliance';
import type { Share } from '../parts/verdict';

const { report: texts } = complianceTexts;

/** Systems of a policy by verdict, as one bar with a legend. */
export function ShareBar({ shares }: { shares: readonly Share[] }): ReactNode {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="share-bar">
      <div className="bar" aria-hidden="true">
        {shares.map(({ part, count }) =>
          count > 0 ? <span key={part} className={part} style={{ inlineSize: `${(100 * count) / total}%` }} /> : null,
        )}
      </div>
      <ul aria-label={texts.shares}>
        {shares.map(({ part, count }) => (
          <li key={part} {...(count === 0 ? { className: 'zero' } : {})}>
            <span className={`swatch ${part}`} aria-hidden="true" />
            {texts.parts[part]} <strong>{numberText(count)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
