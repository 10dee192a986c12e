/** The package brings no types of its own; this is the part that is used. */
declare module "picomatch" {
  export default function picomatch(
    glob: string,
    options?: { readonly dot?: boolean },
  ): (path: string) => boolean;
}
