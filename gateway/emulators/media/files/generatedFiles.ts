import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ApiError } from '../api/apiError.ts';

/** Repeats the removal of a folder into which work that is still running writes a file. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5 } as const;
/** Maximum size of all uploaded and generated files. */
const MAX_TOTAL_BYTES = 2 * 1024 ** 3;

/**
 * Files that were uploaded or generated at run time, in a temporary folder with one folder per asset or
 * upload. Only registered files are found, so partial files are never served.
 */
export class GeneratedFiles {
  readonly root: string;
  readonly #sizes = new Map<string, Map<string, number>>();
  #closed = false;

  private constructor(root: string) {
    this.root = root;
  }

  static async open(): Promise<GeneratedFiles> {
    return new GeneratedFiles(await mkdtemp(join(tmpdir(), 'media-emulator-generated-')));
  }

  /** Total size of the registered files. */
  get totalBytes(): number {
    let sum = 0;
    for (const sizes of this.#sizes.values()) for (const size of sizes.values()) sum += size;
    return sum;
  }

  /** @throws ApiError 507 when `bytes` more do not fit */
  ensureSpace(bytes: number): void {
    if (this.totalBytes + bytes > MAX_TOTAL_BYTES)
      throw new ApiError(
        507,
        'insufficient_storage',
        `The emulator stores at most ${MAX_TOTAL_BYTES} bytes and uses ${this.totalBytes}: delete assets or reset it.`,
      );
  }

  has(owner: string, name: string): boolean {
    return this.#sizes.get(owner)?.has(name) ?? false;
  }

  /** Returns the registered names of an owner. */
  names(owner: string): string[] {
    return [...(this.#sizes.get(owner)?.keys() ?? [])];
  }

  path(owner: string, name: string): string {
    return join(this.root, owner, name);
  }

  /** Returns the folder of an owner and creates it when needed. */
  async folder(owner: string): Promise<string> {
    return this.#createFolder(join(this.root, owner));
  }

  async write(owner: string, name: string, content: string | Buffer): Promise<void> {
    await this.#createFolder(dirname(this.path(owner, name)));
    await writeFile(this.path(owner, name), content);
    await this.register(owner, name);
  }

  /** Registers a file that was written or extended at its path. */
  async register(owner: string, name: string): Promise<void> {
    const { size } = await stat(this.path(owner, name));
    const sizes = this.#sizes.get(owner) ?? new Map<string, number>();
    this.#sizes.set(owner, sizes.set(name, size));
  }

  /** Removes one file of an owner, or all of them. */
  async remove(owner: string, name?: string): Promise<void> {
    if (name === undefined) this.#sizes.delete(owner);
    else this.#sizes.get(owner)?.delete(name);
    await rm(join(this.root, owner, name ?? ''), REMOVAL);
  }

  async clear(): Promise<void> {
    this.#sizes.clear();
    await rm(this.root, REMOVAL);
    await mkdir(this.root, { recursive: true });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#sizes.clear();
    await rm(this.root, REMOVAL);
  }

  async #createFolder(folder: string): Promise<string> {
    // Work that is still running when the emulator closes must not create a folder.
    if (this.#closed) throw new Error(`expected open files, ${this.root} is closed`);
    await mkdir(folder, { recursive: true });
    return folder;
  }
}
