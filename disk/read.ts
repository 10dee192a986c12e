import { constants } from "node:fs";
import { open } from "node:fs/promises";

const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Larger files are neither dashboards nor configurations. In bytes. */
export const LARGEST_TEXT = 64 * 1024 * 1024;

/**
 * Reads a regular file. A link is followed, but a pipe or a device at its end, which may have no end itself, is not opened.
 *
 * @throws an error whose message says what is wrong with the file, or that of the operating system
 */
export async function readRegularFile(file: string, largest = LARGEST_TEXT): Promise<Buffer> {
  // Without O_NONBLOCK, opening a pipe waits for somebody to write.
  const handle = await open(file, READ_AT_ONCE).catch((error: NodeJS.ErrnoException) => {
    // What opening a socket says.
    throw error.code === "ENXIO" ? new Error("it is no ordinary file") : error;
  });
  try {
    const info = await handle.stat();
    if (info.isDirectory()) throw new Error("it is a folder");
    if (!info.isFile()) throw new Error("it is not a regular file");
    if (info.size > largest) throw new Error(`it is larger than ${Math.round(largest / 1024 / 1024)} MB`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
