import { Alert, Content } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { CallerClaims } from '@wardstone/auth';
import type { SessionBody } from '@wardstone/dto/gateway';
import { type ReactNode, useEffect, useState } from 'react';
import { request, withQuery } from '../api/client';
import { useApi } from '../api/hooks';
import { type ProofReason, proveBy } from '../api/proof';
import { FormDialog } from '../parts/form-dialog';
import { TextField } from '../parts/fields';
import { shellTexts } from '../texts/shell';
import { useViewer } from './caller';

const { proof: words } = shellTexts;
const CALLER = '/auth/caller';
const SESSION = '/auth/session';

interface Question {
  reason: ProofReason;
  /** That there is, or was last; undefined where the viewer came with other credentials. */
  session: SessionBody | undefined;
  settle: (isProven: boolean) => void;
}

/** Asks to sign in again above the page when a request needs it; the requests that wait go on then, and nothing is lost. */
export function SignInDialog(): ReactNode {
  const [question, setQuestion] = useState<Question>();
  const queries = useQueryClient();
  const { data: known } = useApi<SessionBody>(SESSION, { staleTime: Infinity });
  useEffect(
    () =>
      proveBy(async (reason) => {
        const session = (await read<SessionBody>(SESSION)) ?? known;
        const isProven = await new Promise<boolean>((settle) => setQuestion({ reason, session, settle }));
        setQuestion(undefined);
        // Rights may have changed since.
        if (isProven) void queries.invalidateQueries({ queryKey: [CALLER] });
        return isProven;
      }),
    [queries, known],
  );
  if (!question) return undefined;
  return question.session?.method === 'oidc' ? <AskAtIssuer {...question} /> : <AskPassword {...question} />;
}

function AskPassword(question: Question): ReactNode {
  const { reason, settle } = question;
  const { name } = useViewer();
  const [password, setPassword] = useState('');
  const signIn = (): Promise<unknown> =>
    request(SESSION, { method: 'POST', body: { username: name, password }, asksForProof: false });
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
      <TextField label={words.user} value={name} autoComplete="username" />
      <TextField
        label={words.password}
        value={password}
        change={setPassword}
        type="password"
        autoComplete="current-password"
        isRequired
      />
      <SignedInElsewhere {...question} />
      {reason === 'ended' && (
        <Content component="p">
          {words.elsewhere}{' '}
          <a href="/login?next=/console/" target="_blank" rel="noopener">
            {words.newTab}
          </a>
        </Content>
      )}
    </FormDialog>
  );
}

/** Of people whose passwords are at the issuer: it asks for them in another tab, so that this page stays as it is. */
function AskAtIssuer(question: Question): ReactNode {
  const { reason, settle } = question;
  const { name } = useViewer();
  const leadThere = (): Promise<unknown> => {
    const prompt = reason === 'recent' ? 'login' : undefined;
    window.open(withQuery('/auth/oidc/login', { next: '/console/', prompt }), '_blank', 'noopener');
    return Promise.resolve();
  };
  return (
    <FormDialog
      title={words.title[reason]}
      action={words.action.ended}
      description={words.atIssuer[reason]}
      submit={leadThere}
      submitted={() => undefined}
      close={() => settle(false)}
      isFleeting
    >
      <TextField label={words.user} value={name} />
      <SignedInElsewhere {...question} />
    </FormDialog>
  );
}

/**
 * Looks, whenever the viewer comes back to this tab, whether there is a session by now that was begun in another one. Says
 * so if it is another person's.
 */
function SignedInElsewhere({ reason, session, settle }: Question): ReactNode {
  const { name, subject } = useViewer();
  const [other, setOther] = useState<string>();
  useEffect(() => {
    const look = async (): Promise<void> => {
      const [there, now] = await Promise.all([read<CallerClaims>(CALLER), read<SessionBody>(SESSION)]);
      // One that has been there before says nothing about how recent it is.
      if (!there || (reason === 'recent' && now?.createdAt === session?.createdAt)) return;
      if (there.identity.subject === subject) settle(true);
      else setOther(there.identity.user.username);
    };
    const listener = (): void => void look();
    window.addEventListener('focus', listener);
    return () => window.removeEventListener('focus', listener);
  }, [reason, session, subject, settle]);
  return other !== undefined && <Alert variant="warning" isInline title={words.other(other, name)} />;
}

const read = <T,>(path: string): Promise<T | undefined> =>
  request<T>(path, { asksForProof: false }).catch(() => undefined);
