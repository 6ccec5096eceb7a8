import { Button, type ButtonProps } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link to another page of the console that looks like a button. */
export function LinkButton({ to, ...button }: { to: string } & Omit<ButtonProps, 'component' | 'ref'>): ReactNode {
  return <Button {...button} component={(props) => <Link {...props} to={to} />} />;
}
