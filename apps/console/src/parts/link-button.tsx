import { Button, type ButtonProps } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface LinkButtonProps extends Omit<ButtonProps, 'component' | 'ref' | 'state'> {
  to: string;
  /** What the other page is to do at once. */
  state?: string;
}

/** A link to another page of the console that looks like a button. */
export function LinkButton({ to, state, ...button }: LinkButtonProps): ReactNode {
  return <Button {...button} component={(props) => <Link {...props} to={to} state={state} />} />;
}
