import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from '../../support/stack.ts';
import type { DockerStage, Instruction } from './dockerfile.ts';

/** A stage that was run as a script. */
export interface BuiltStage {
  /** The folder that stands for the root of its file system. */
  readonly root: string;
  readonly workdir: string;
  /** The variables of ENV, with paths below `root`. */
  readonly env: Readonly<Record<string, string>>;
}

interface StageOptions {
  /** Receives each step. */
  log(line: string): void;
  /** The folder from which COPY copies. Default: the files of the repository that are under version control. */
  readonly context?: string;
}

/** Instructions that have no effect on files. */
const METADATA = ['CMD', 'ENTRYPOINT', 'EXPOSE', 'HEALTHCHECK', 'USER', 'VOLUME'];
/** How commands reach the network from this machine. Docker passes the proxies on, and trusts the certificates of its host. */
const NETWORK_VARIABLE = /^((https?|no|all)_proxy|node_extra_ca_certs|ssl_cert_(file|dir))$/i;
/** The path of Node in the base image of the build. */
const NODE_IN_IMAGE = '/usr/local/bin/node';

/**
 * Runs the stages of a Dockerfile as scripts, each in an empty folder that stands for its root. Only WORKDIR, COPY and ENV may
 * have absolute paths; commands of RUN must have relative ones. The base images, users and owners are those of this machine.
 * @param folder is empty
 * @returns the last stage
 * @throws Error for an instruction that is not supported; the error of a failed command
 */
export function runStages(
  stages: readonly DockerStage[],
  folder: string,
  { log, context }: StageOptions,
): BuiltStage {
  const built = new Map<string, BuiltStage>();
  let last: BuiltStage | undefined;
  for (const [i, stage] of stages.entries()) {
    const name = stage.name ?? String(i);
    let current: BuiltStage = { root: join(folder, name), workdir: '/', env: {} };
    mkdirSync(current.root, { recursive: true });
    for (const instruction of stage.instructions) {
      log(`${name}: ${instruction.name} ${instruction.text.slice(0, 100)}`);
      current = runInstruction(instruction, current, { built, context });
    }
    built.set(name, current);
    last = current;
  }
  if (!last) throw new Error('expected a Dockerfile with a stage, got none');
  return last;
}

/** Returns a stage that was run before. @param root the folder that stands for its root */
export function openStage(stage: DockerStage | undefined, root: string): BuiltStage {
  const textsOf = (name: string) =>
    (stage?.instructions ?? []).filter((instruction) => instruction.name === name).map(({ text }) => text);
  return {
    root,
    workdir: textsOf('WORKDIR').at(-1) ?? '/',
    env: Object.assign({}, ...textsOf('ENV').map((text) => readVariables(text, root))),
  };
}

function runInstruction(
  { name, flags, text }: Instruction,
  stage: BuiltStage,
  { built, context }: { readonly built: ReadonlyMap<string, BuiltStage> } & Pick<StageOptions, 'context'>,
): BuiltStage {
  const { root, workdir, env } = stage;
  const pathOf = (path: string) => join(root, path.startsWith('/') ? path : join(workdir, path));
  if (name === 'WORKDIR') {
    mkdirSync(pathOf(text), { recursive: true });
    return { ...stage, workdir: text };
  }
  if (name === 'ENV') return { ...stage, env: { ...env, ...readVariables(text, root) } };
  if (name === 'COPY') {
    const paths = text.split(/\s+/);
    const target = paths.pop() ?? '';
    const [source = ''] = paths;
    const from = flags.from === undefined ? undefined : built.get(flags.from);
    if (flags.from !== undefined && !from) throw new Error(`expected the stage ${flags.from}, got none`);
    if (from) copyFromStage(from, source, pathOf(target));
    else if (context === undefined) copyRepository(pathOf(target));
    else copyFromContext(context, paths, pathOf(target));
    return stage;
  }
  if (name === 'RUN') {
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    execFileSync('sh', ['-ec', text], {
      cwd: join(root, workdir),
      env: { HOME: process.env.HOME, PATH, ...networkVariables(), ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return stage;
  }
  if (METADATA.includes(name)) return stage;
  throw new Error(
    `expected a supported instruction, got ${name}; add it to tests/programs/container/runStages.ts`,
  );
}

const networkVariables = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK_VARIABLE.test(name)));

/** Reads `NAME=value` pairs; absolute paths become paths below the root. */
const readVariables = (text: string, root: string): Record<string, string> =>
  Object.fromEntries(
    text.split(/\s+/).map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      return [name, value.startsWith('/') ? join(root, value) : value];
    }),
  );

function copyFromStage({ root }: BuiltStage, source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const file = join(root, source);
  const isNode = source === NODE_IN_IMAGE && !existsSync(file);
  cpSync(isNode ? process.execPath : file, target, { recursive: true });
}

/** Copies the files under version control, as a fresh clone has them. */
function copyRepository(target: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files)
    if (file && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(target, file));
}

/** Copies files that match patterns into a folder, and a folder as the target. */
function copyFromContext(context: string, patterns: readonly string[], target: string): void {
  for (const name of patterns.flatMap((pattern) => globSync(pattern, { cwd: context }))) {
    const isFolder = statSync(join(context, name)).isDirectory();
    cpSync(join(context, name), isFolder ? target : join(target, name), { recursive: true });
  }
}
