import { useMutation } from '@tanstack/react-query';

export interface Action<T> {
  run: (input: T) => void;
  isBusy: boolean;
  /** Of the last time. */
  error: Error | null;
}

/** Something that a button or switch does, with whether it is under way and why it failed. */
export function useAction<T = void>(work: (input: T) => Promise<unknown>): Action<T> {
  const { mutate, isPending, error } = useMutation<unknown, Error, T>({ mutationFn: work });
  return { run: (input) => mutate(input), isBusy: isPending, error };
}
