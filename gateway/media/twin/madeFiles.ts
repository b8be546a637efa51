import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ApiError } from './apiError.ts';

/** Bytes that everything uploaded and made may take together. */
const MOST_BYTES = 2 * 1024 ** 3;

/**
 * Files that came or were made since the twin began, in a temporary folder of their own: a folder for each asset or
 * upload. What is not announced here is not found, so half-written files are never served.
 */
export class MadeFiles {
  readonly root: string;
  readonly #sizes = new Map<string, Map<string, number>>();
  #closed = false;

  private constructor(root: string) {
    this.root = root;
  }

  static async open(): Promise<MadeFiles> {
    return new MadeFiles(await mkdtemp(join(tmpdir(), 'media-twin-made-')));
  }

  /** Of everything announced. */
  get bytes(): number {
    let sum = 0;
    for (const sizes of this.#sizes.values()) for (const size of sizes.values()) sum += size;
    return sum;
  }

  /** @throws ApiError 507 when `bytes` more do not fit */
  makeRoom(bytes: number): void {
    if (this.bytes + bytes > MOST_BYTES)
      throw new ApiError(
        507,
        'insufficient_storage',
        `The twin keeps ${MOST_BYTES} bytes at most and holds ${this.bytes}: delete assets, or reset it.`,
      );
  }

  has(owner: string, name: string): boolean {
    return this.#sizes.get(owner)?.has(name) ?? false;
  }

  /** The names announced for an owner. */
  names(owner: string): string[] {
    return [...(this.#sizes.get(owner)?.keys() ?? [])];
  }

  path(owner: string, name: string): string {
    return join(this.root, owner, name);
  }

  /** The owner's folder, made when it is not there. */
  async folder(owner: string): Promise<string> {
    return this.#makeFolder(join(this.root, owner));
  }

  async write(owner: string, name: string, content: string | Buffer): Promise<void> {
    await this.#makeFolder(dirname(this.path(owner, name)));
    await writeFile(this.path(owner, name), content);
    await this.announce(owner, name);
  }

  /** Makes known a file that somebody wrote at its path, or that has grown. */
  async announce(owner: string, name: string): Promise<void> {
    const { size } = await stat(this.path(owner, name));
    const sizes = this.#sizes.get(owner) ?? new Map<string, number>();
    this.#sizes.set(owner, sizes.set(name, size));
  }

  /** Removes one file of an owner, or all of them. */
  async remove(owner: string, name?: string): Promise<void> {
    if (name === undefined) this.#sizes.delete(owner);
    else this.#sizes.get(owner)?.delete(name);
    await rm(join(this.root, owner, name ?? ''), { recursive: true, force: true });
  }

  async clear(): Promise<void> {
    this.#sizes.clear();
    await rm(this.root, { recursive: true, force: true });
    await mkdir(this.root, { recursive: true });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#sizes.clear();
    await rm(this.root, { recursive: true, force: true });
  }

  async #makeFolder(folder: string): Promise<string> {
    // What is still under way when the twin ends must not leave a folder behind.
    if (this.#closed) throw new Error(`expected open files, ${this.root} is closed`);
    await mkdir(folder, { recursive: true });
    return folder;
  }
}
