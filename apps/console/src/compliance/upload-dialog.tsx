import { Alert, Button, Form } from '@patternfly/react-core';
import { ApiError } from '@wardstone/client';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Dialog, Field } from '../parts/forms';
import { useRefresh } from '../api/client';
import { uploadFile } from '../api/upload';
import { ErrorState } from '../parts/states';
import { LongWork } from '../parts/long-work';
import { uploadTexts as texts } from '../texts/uploads';
import { partTexts } from '../texts/parts';

interface UploadDialogProps<T> {
  title: string;
  help: string;
  /** Permitted file name extensions; any when absent. */
  accept?: string;
  /** Path of the operation; undefined until all required fields are set. */
  path: string | undefined | ((file: File) => string);
  /** Media type of the upload; derived from the file name when absent. */
  mediaType?: string;
  /** Maximum size of the file in MiB; that of documents when absent. */
  maxMib?: number;
  /** Describes the uploaded record. */
  describe: (record: T) => string;
  close: () => void;
  /** The error in terms of the form's fields; undefined if the server's message needs no explanation. */
  explain?: (error: Error) => string | undefined;
  /** Fields beside the file. */
  children?: ReactNode;
}

/** Larger files are rejected before sending, as the service would reject them afterwards. */
const MAX_DOCUMENT_MIB = 128;
const MIB = 1024 * 1024;
const TOO_LARGE = 413;

type State<T> =
  | { is: 'chosen' }
  | { is: 'sending'; sent: number }
  | { is: 'done'; record: T }
  | { is: 'failed'; error: Error };

/** Uploads a file with a progress bar, and then shows the outcome. */
export function UploadDialog<T>(props: UploadDialogProps<T>): ReactNode {
  const { title, help, accept, path, mediaType, maxMib = MAX_DOCUMENT_MIB, describe, close, explain, children } = props;
  const form = useId();
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<State<T>>({ is: 'chosen' });
  const stopper = useRef<AbortController>(undefined);
  const refresh = useRefresh();
  const isSending = state.is === 'sending';
  const isDone = state.is === 'done';
  const tooLarge = maxMib === MAX_DOCUMENT_MIB ? texts.tooLarge : texts.largerThan(maxMib);

  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!file || path === undefined || isSending) return;
    if (file.size > maxMib * MIB) {
      setState({ is: 'failed', error: new ApiError(TOO_LARGE, 'payload_too_large', tooLarge) });
      return;
    }
    const controller = new AbortController();
    stopper.current = controller;
    setState({ is: 'sending', sent: 0 });
    try {
      const onProgress = (sent: number): void => setState({ is: 'sending', sent });
      const upload = { file, onProgress, signal: controller.signal, mediaType };
      setState({ is: 'done', record: await uploadFile<T>(typeof path === 'string' ? path : path(file), upload) });
      await refresh();
    } catch (error) {
      setState(controller.signal.aborted ? { is: 'chosen' } : { is: 'failed', error: error as Error });
    }
  };
  const leave = (): void => {
    stopper.current?.abort();
    close();
  };
  return (
    <Dialog
      title={title}
      close={leave}
      footer={
        isDone ? (
          <Button onClick={close}>{partTexts.close}</Button>
        ) : (
          <>
            <Button
              type="submit"
              form={form}
              isDisabled={!file || path === undefined || isSending}
              isLoading={isSending}
            >
              {texts.start}
            </Button>
            <Button variant="link" onClick={leave}>
              {isSending ? texts.stop : partTexts.cancel}
            </Button>
          </>
        )
      }
    >
      <Form id={form} onSubmit={(event) => void start(event)}>
        {!isDone && children}
        {!isDone && (
          <Field label={texts.file} help={help} isRequired>
            {({ id }) => (
              <input
                id={id}
                type="file"
                accept={accept}
                disabled={isSending}
                className="file-field"
                onChange={({ target }) => {
                  setFile(target.files?.[0]);
                  setState({ is: 'chosen' });
                }}
              />
            )}
          </Field>
        )}
        {state.is === 'sending' && file && (
          <LongWork
            title={state.sent < file.size ? texts.sending : texts.reading}
            done={state.sent}
            total={file.size}
          />
        )}
        {state.is === 'failed' && <Refusal error={state.error} tooLarge={tooLarge} explain={explain} />}
        {state.is === 'done' && <Alert variant="success" isInline title={describe(state.record)} />}
      </Form>
    </Dialog>
  );
}

interface RefusalProps extends Pick<UploadDialogProps<unknown>, 'explain'> {
  error: Error;
  /** Text about the limit of this upload. */
  tooLarge: string;
}

function Refusal({ error, tooLarge, explain }: RefusalProps): ReactNode {
  const isTooLarge = error instanceof ApiError && error.status === TOO_LARGE;
  const explanation = isTooLarge ? tooLarge : explain?.(error);
  if (explanation === undefined) return <ErrorState error={error} title={texts.failed} />;
  return (
    <Alert variant="danger" isInline title={texts.failed}>
      {explanation}
    </Alert>
  );
}
