/** Path of the configuration below its folder. */
export const CONFIG_PATH = ".mosaic/config.json";
