/** What programs find files, libraries and words by. None of it is a secret. */
const OF_SYSTEM =
  /^(PATH|HOME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|LOCALAPPDATA)$/i;

/** What any program of ours may be given of an environment, whose other variables are none of its business. */
export function systemEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return pick(env, (name) => OF_SYSTEM.test(name));
}

export function pick(env: NodeJS.ProcessEnv, isWanted: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));
}
