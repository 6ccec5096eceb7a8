import { Alert, Content } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { CallerClaims } from '@wardstone/auth';
import { type ReactNode, useEffect, useState } from 'react';
import { request } from '../api/client';
import { type ProofReason, proveBy } from '../api/proof';
import { FormDialog, TextRow } from '../parts/form-dialog';
import { shellTexts } from '../texts/shell';
import { useViewer } from './caller';

const { proof: words } = shellTexts;
const CALLER = '/auth/caller';

interface Question {
  reason: ProofReason;
  settle: (isProven: boolean) => void;
}

/** Asks for the password above the page when a request needs it; the requests that wait go on then, and nothing is lost. */
export function SignInDialog(): ReactNode {
  const [question, setQuestion] = useState<Question>();
  const queries = useQueryClient();
  useEffect(
    () =>
      proveBy(async (reason) => {
        const isProven = await new Promise<boolean>((settle) => setQuestion({ reason, settle }));
        setQuestion(undefined);
        // Rights may have changed since.
        if (isProven) void queries.invalidateQueries({ queryKey: [CALLER] });
        return isProven;
      }),
    [queries],
  );
  return question && <Ask {...question} />;
}

function Ask({ reason, settle }: Question): ReactNode {
  const { name } = useViewer();
  const [password, setPassword] = useState('');
  const other = useSignedInElsewhere(name, reason, () => settle(true));
  const signIn = (): Promise<unknown> =>
    request('/auth/session', { method: 'POST', body: { username: name, password }, asksForProof: false });
  return (
    <FormDialog
      title={words.title[reason]}
      action={words.action[reason]}
      description={words.body[reason]}
      isReady={password !== ''}
      submit={signIn}
      submitted={() => settle(true)}
      close={() => settle(false)}
      isFleeting
    >
      <TextRow label={words.user} value={name} autoComplete="username" />
      <TextRow
        label={words.password}
        value={password}
        change={setPassword}
        type="password"
        autoComplete="current-password"
        isRequired
      />
      {other !== undefined && <Alert variant="warning" isInline title={words.other(other, name)} />}
      <Content component="p">
        {words.elsewhere}{' '}
        <a href="/login?next=/console/" target="_blank" rel="noopener">
          {words.newTab}
        </a>
      </Content>
    </FormDialog>
  );
}

/**
 * Looks, whenever the viewer comes back to this tab, whether there is a session by now: who signs in at an organisation's
 * issuer does it in another tab. @returns who is signed in there, if it is another person
 */
function useSignedInElsewhere(name: string, reason: ProofReason, found: () => void): string | undefined {
  const [other, setOther] = useState<string>();
  useEffect(() => {
    // A session that there is says nothing about how recent it is.
    if (reason !== 'ended') return undefined;
    const look = async (): Promise<void> => {
      const caller = await request<CallerClaims>(CALLER, { asksForProof: false }).catch(() => undefined);
      const there = caller?.identity.user.username;
      if (there === name) found();
      else setOther(there);
    };
    const listener = (): void => void look();
    window.addEventListener('focus', listener);
    return () => window.removeEventListener('focus', listener);
  });
  return other;
}
