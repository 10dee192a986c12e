/** Path of the configuration below the folder that it rules. */
export const CONFIG_PATH = ".mosaic/config.json";
