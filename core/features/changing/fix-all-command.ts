/** The client's command that applies every unambiguous fix and tells what is left; its one argument is the URI of the document. */
export const FIX_ALL_COMMAND = "mosaic.fixAll";
