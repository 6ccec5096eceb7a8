import { type ReactNode, useId } from 'react';

interface PartProps {
  title: string;
  /** Beside the title. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page, below a title of its own. */
export function Part({ title, actions, className, children }: PartProps): ReactNode {
  const id = useId();
  const heading = <h2 id={id}>{title}</h2>;
  return (
    <section aria-labelledby={id} className={className}>
      {actions === undefined ? (
        heading
      ) : (
        <div className="part-head">
          {heading}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
